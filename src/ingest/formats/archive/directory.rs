//! What a zip archive holds: what its directory lists.

use std::io::Cursor;

use zip::read::{Config, ZipFile, ZipFileEntry};
use zip::unstable::read::ZipIterable;

/// How what stands before each packed file begins (APPNOTE.TXT 4.3.7).
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";

/// The files in byte order of their names, whatever order they were packed in. Those of one name stay in the order of
/// the directory.
pub(super) fn files(bytes: &[u8]) -> Result<Vec<(String, ZipFileEntry<'static>)>, String> {
    let mut directory = ZipIterable::try_new(Cursor::new(bytes), Config::default())
        .map_err(|error| error.to_string())?;
    let listed: Vec<ZipFileEntry<'static>> =
        directory.files().and_then(Iterator::collect).map_err(|error| error.to_string())?;
    let mut files: Vec<(String, ZipFileEntry<'static>)> = listed
        .into_iter()
        .enumerate()
        .map(|(index, entry)| {
            // A name that is no text still stands for a file.
            let name = match entry.name() {
                Ok(name) => name.into_owned(),
                Err(_) => format!("file {index}"),
            };
            (name, entry)
        })
        .filter(|(name, _)| !name.ends_with('/'))
        .collect();
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(files)
}

/// Opens a file that the directory lists, or tells why it cannot be.
pub(super) fn open<'a, 'b>(
    entry: ZipFileEntry<'static>,
    reader: &'a mut Cursor<&'b [u8]>,
) -> Result<ZipFile<'a, Cursor<&'b [u8]>>, String> {
    let start = usize::try_from(entry.header_start()).unwrap_or(usize::MAX);
    if !reader.get_ref().get(start..).is_some_and(|rest| rest.starts_with(LOCAL_HEADER)) {
        return Err("the archive lists it, but does not hold it; pack it again".to_owned());
    }
    entry
        .with_reader(reader, zip::ZipReadOptions::default())
        .map_err(|error| format!("cannot be unpacked: {error}; pack it anew without a password"))
}
