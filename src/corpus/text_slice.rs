//! Slices of a text that is kept once for all of them.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stretch of a text, which is not copied: in JSON it is a text like any other.
#[derive(Clone)]
pub struct TextSlice {
    text: Arc<str>,
    start: u32,
    end: u32,
}

impl TextSlice {
    /// The bytes of a text at some place.
    pub fn of(text: &Arc<str>, place: Range<usize>) -> Self {
        match (u32::try_from(place.start), u32::try_from(place.end)) {
            (Ok(start), Ok(end)) => Self { text: Arc::clone(text), start, end },
            _ => text[place].into(),
        }
    }
}

impl From<&str> for TextSlice {
    fn from(text: &str) -> Self {
        // Bytes beyond four gigabytes are no text that anybody wrote.
        let end = text.floor_char_boundary(u32::MAX as usize) as u32;
        Self { text: text.into(), start: 0, end }
    }
}

impl Deref for TextSlice {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text[self.start as usize..self.end as usize]
    }
}

impl PartialEq for TextSlice {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for TextSlice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

impl Serialize for TextSlice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for TextSlice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'_, str>::deserialize(deserializer).map(|text| Self::from(&*text))
    }
}

impl JsonSchema for TextSlice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::TextSlice;

    #[test]
    fn a_slice_is_its_text_in_json() {
        let text: Arc<str> = "The \"old\" ferry".into();
        let slice = TextSlice::of(&text, 4..9);
        let json = serde_json::to_string(&slice).expect("serializable");
        assert_eq!((&*slice, json.as_str()), ("\"old\"", r#""\"old\"""#));
        let read: TextSlice = serde_json::from_str(&json).expect("a text");
        assert_eq!(read, slice);
    }
}
