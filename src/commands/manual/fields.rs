//! A JSON schema in, its fields with what they say out.

use durian::report::joined;
use serde_json::Value;

/// A field: where it is, `clusters[].reference.id`, and what it says.
type Field = (String, String);

/// The fields of a schema, those of an object behind it.
pub(super) fn of(schema: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    list(schema, schema, "", &mut fields);
    fields
}

fn list(whole: &Value, part: &Value, path: &str, fields: &mut Vec<Field>) {
    let properties = part.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let (inside, suffix) = inside(whole, property);
        let path = match path {
            "" => format!("{name}{suffix}"),
            path => format!("{path}.{name}{suffix}"),
        };
        let own = property["description"].as_str();
        let words = own.or(inside["description"].as_str()).unwrap_or_default().split_whitespace();
        fields.push((path.clone(), joined(words, " ").unwrap_or_default()));
        list(whole, inside, &path, fields);
    }
}

/// What a property holds: the elements of a list, the values of a map, what a reference leads to.
fn inside<'a>(whole: &'a Value, property: &'a Value) -> (&'a Value, String) {
    let (mut inside, mut suffix) = (property, String::new());
    loop {
        let reference = inside["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
        let options = inside["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
        inside = if let Some(place) = reference {
            match whole.pointer(place) {
                Some(found) => found,
                None => return (inside, suffix),
            }
        } else if inside["items"].is_object() {
            suffix += "[]";
            &inside["items"]
        } else if inside["additionalProperties"].is_object() {
            suffix += "{}";
            &inside["additionalProperties"]
        } else if let Some(option) = options.iter().find(|option| option["type"] != "null") {
            option
        } else {
            return (inside, suffix);
        };
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    /// Fields of objects, lists and references, in the order of the schema.
    #[test]
    fn fields_are_named_by_their_place() {
        let schema = serde_json::json!({
            "properties": {
                "clusters": {"description": "The\n  clusters.", "type": "array", "items": {"$ref": "#/$defs/Cluster"}},
                "since": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Since"}]},
                "title": {"type": "string"}
            },
            "$defs": {
                "Cluster": {"properties": {"id": {"description": "Its id."}}},
                "Since": {"description": "What is new.", "properties": {"gone": {"description": "Gone."}}}
            }
        });
        let expect = [
            ("clusters[]", "The clusters."),
            ("clusters[].id", "Its id."),
            ("since", "What is new."),
            ("since.gone", "Gone."),
            ("title", ""),
        ];
        assert_eq!(of(&schema), expect.map(|(path, said)| (path.to_owned(), said.to_owned())));
    }
}
