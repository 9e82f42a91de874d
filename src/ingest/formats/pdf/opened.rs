//! A file's bytes in, its pages out, also where the file was cut off or damaged on the way.

use lopdf::xref::XrefRecovery;
use lopdf::{DecompressError, Dictionary, Document, Error, LoadOptions, Object, ObjectId};
use rustc_hash::FxHashMap;

use super::super::expansion::Refusal;
use super::dictionary;

/// A catalog without pages for a file that has lost its own, so that what else it holds can be looked
/// through; objects have numbers up to this one. What was cut off in the middle is ended before it.
const CATALOG: &[u8] = b"\nendstream\nendobj\n\
    999999 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n\
    1000000 0 obj\n<< /Type /Catalog /Pages 999999 0 R >>\nendobj\n";

/// Bytes of the longest name (ISO 32000-1, annex C.2); a longer one is not copied to where it is referred to.
const LONGEST_NAME: usize = 127;
/// One more than the library unpacks, so that it refuses longer lists; no filter takes so many values.
const MOST_FILTERS: usize = lopdf::Stream::MAX_FILTERS + 1;

pub(super) struct Opened {
    pub(super) document: Document,
    pub(super) pages: Vec<ObjectId>,
    /// How many pages the file says it has; none where the list of its pages is lost.
    n_told: Option<usize>,
    is_cut: bool,
}

pub(super) fn open(bytes: &[u8], limit: usize) -> Result<Opened, Refusal> {
    let is_cut = is_cut(bytes);
    let mut document = load(bytes, limit).or_else(|error| match error {
        Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => Err(Refusal::TooLarge),
        error => {
            let mended = load(&[bytes, CATALOG].concat(), limit);
            mended.ok().filter(|mended| !mended.is_encrypted()).ok_or_else(|| {
                let what = if is_cut { "the PDF ends early" } else { "not a readable PDF" };
                format!("{what}: {error}; fetch it anew or save it again as a PDF").into()
            })
        }
    })?;
    put_values_in_place(&mut document);
    let mut pages: Vec<ObjectId> = document.page_iter().collect();
    let n_told = n_told(&document).filter(|_| !pages.is_empty());
    if pages.is_empty() {
        for (id, object) in &document.objects {
            if object.as_dict().is_ok_and(|page| page.has_type(b"Page")) {
                pages.push(*id);
            }
        }
    }
    Ok(Opened { n_told: n_told.map(|n_told| n_told.max(pages.len())), pages, is_cut, document })
}

impl Opened {
    /// What is said of a file that was not read as it was written.
    pub(super) fn warning(&self, n_whole: usize, n_partial: usize) -> Option<String> {
        let is_mended = self.document.xref_recovery == Some(XrefRecovery::Reconstructed);
        if self.n_told == Some(n_whole) && !self.is_cut && !is_mended {
            return None;
        }
        let what = if self.is_cut { "ends early" } else { "is damaged" };
        let of_told = self.n_told.map_or(String::new(), |n_told| format!(" of {n_told}"));
        let parts = match n_partial {
            0 => String::new(),
            _ => format!(", of {n_partial} more a part"),
        };
        let lost = match self.n_told {
            Some(_) => "",
            None => ", how many it had is lost",
        };
        let read = format!("text of {n_whole}{of_told} pages was read{parts}{lost}");
        Some(format!("the file {what}: {read}; fetch it anew"))
    }
}

fn load(bytes: &[u8], limit: usize) -> Result<Document, Error> {
    Document::load_mem_with_options(bytes, LoadOptions::with_max_decompressed_size(limit))
}

/// Any value may stand in an object of its own. Numbers and names are put where they are referred to, and so are the
/// lists of how a stream is packed: the library looks for them there.
fn put_values_in_place(document: &mut Document) {
    let values: FxHashMap<ObjectId, Object> = document
        .objects
        .keys()
        .filter_map(|id| {
            Some((*id, document.get_object(*id).ok().filter(|object| is_value(object))?.clone()))
        })
        .collect();
    if !values.is_empty() {
        document.objects.values_mut().for_each(|object| put_in_place(object, &values));
    }
    let mut packed: Vec<(ObjectId, Vec<(Object, Object)>)> = Vec::new();
    for (id, object) in &document.objects {
        if let Ok(stream) = object.as_stream()
            && stream.dict.has(b"Filter")
        {
            packed.push((*id, filters(&stream.dict, document)));
        }
    }
    for (id, filters) in packed {
        if let Ok(stream) = document.get_object_mut(id).and_then(Object::as_stream_mut) {
            stream.dict.remove(b"DecodeParms");
            let (names, parameters): (Vec<Object>, Vec<Object>) = filters.into_iter().unzip();
            if parameters.iter().any(|own| own.as_dict().is_ok()) {
                stream.dict.set("DecodeParms", parameters);
            }
            if names.is_empty() {
                stream.dict.remove(b"Filter");
            } else {
                stream.dict.set("Filter", names);
            }
        }
    }
}

fn is_value(object: &Object) -> bool {
    match object {
        Object::Boolean(_) | Object::Integer(_) | Object::Real(_) => true,
        Object::Name(name) => name.len() <= LONGEST_NAME,
        _ => false,
    }
}

fn put_in_place(object: &mut Object, values: &FxHashMap<ObjectId, Object>) {
    let mut left = vec![object];
    while let Some(object) = left.pop() {
        match object {
            Object::Reference(id) => {
                if let Some(value) = values.get(id) {
                    *object = value.clone();
                }
            }
            Object::Array(list) => left.extend(list),
            Object::Dictionary(own) => left.extend(own.iter_mut().map(|(_, value)| value)),
            Object::Stream(own) => left.extend(own.dict.iter_mut().map(|(_, value)| value)),
            _ => {}
        }
    }
}

/// Short names of filters, which some programs write where only pictures in a line may have them, and the full ones.
const FULL_NAMES: [(&[u8], &str); 7] = [
    (b"AHx", "ASCIIHexDecode"),
    (b"A85", "ASCII85Decode"),
    (b"LZW", "LZWDecode"),
    (b"Fl", "FlateDecode"),
    (b"RL", "RunLengthDecode"),
    (b"CCF", "CCITTFaxDecode"),
    (b"DCT", "DCTDecode"),
];

/// How a stream is packed, filter by filter, each by its full name and with what it is told, in one piece; without the one
/// that changes nothing.
fn filters(stream: &Dictionary, document: &Document) -> Vec<(Object, Object)> {
    let [names, parameters] = [b"Filter".as_slice(), b"DecodeParms"].map(|key| {
        let told = stream.get_deref(key, document).ok();
        let parts =
            told.map(|told| told.as_array().map_or(std::slice::from_ref(told), Vec::as_slice));
        parts.unwrap_or_default()
    });
    let filters = names.iter().take(MOST_FILTERS).enumerate().map(|(nth, name)| {
        let name = in_place(Some(name), document);
        let full =
            FULL_NAMES.iter().find(|(short, _)| name.as_name().is_ok_and(|own| own == *short));
        (
            full.map_or(name, |(_, full)| Object::from(*full)),
            in_place(parameters.get(nth), document),
        )
    });
    filters.filter(|(name, told)| !is_identity(name, told)).collect()
}

/// A value, or a dictionary of values, that may stand in an object of its own.
fn in_place(part: Option<&Object>, document: &Document) -> Object {
    match part.and_then(|part| document.dereference(part).ok()) {
        Some((_, Object::Dictionary(own))) => {
            let values = own.iter().filter(|(_, value)| is_value(value)).take(MOST_FILTERS);
            Object::Dictionary(values.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        Some((_, told)) if is_value(told) => told.clone(),
        _ => Object::Null,
    }
}

fn is_identity(name: &Object, told: &Object) -> bool {
    let kind = told.as_dict().ok().and_then(|told| told.get(b"Name").ok()?.as_name().ok());
    name.as_name().is_ok_and(|name| name == b"Crypt") && kind.is_none_or(|kind| kind == b"Identity")
}

/// Whether the file stops before its end mark. A part of it can have an end mark of its own, after which
/// more objects follow.
fn is_cut(bytes: &[u8]) -> bool {
    let end = bytes.windows(5).rposition(|window| window == b"%%EOF");
    let rest = bytes.get(end.unwrap_or(0)..).unwrap_or_default();
    end.is_none() || rest.windows(4).any(|window| window == b" obj")
}

fn n_told(document: &Document) -> Option<usize> {
    let pages = dictionary(document.catalog().ok()?, b"Pages", document)?;
    let n_told = pages.get_deref(b"Count", document).ok()?;
    usize::try_from(n_told.as_i64().ok()?).ok()
}
