//! What a zip archive holds: what its directory lists, and what lies in the file beside that.

use std::io::Cursor;

use zip::read::{Config, ZipFile, ZipFileEntry};
use zip::unstable::read::ZipIterable;

/// How what stands before each packed file begins (APPNOTE.TXT 4.3.7), and how long it is without names.
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const LENGTH_OF_LOCAL_HEADER: usize = 30;

/// What the directory tells of a file; none where it lies in the archive and the directory does not list it.
pub(super) type Listed = Option<ZipFileEntry<'static>>;

/// The files in byte order of their names, whatever order they were packed in. Those of one name stay in the order of
/// the directory; what it does not list comes after them.
pub(super) fn files(bytes: &[u8]) -> Result<Vec<(String, Listed)>, String> {
    let mut directory = ZipIterable::try_new(Cursor::new(bytes), Config::default())
        .map_err(|error| error.to_string())?;
    let listed: Vec<ZipFileEntry<'static>> =
        directory.files().and_then(Iterator::collect).map_err(|error| error.to_string())?;
    let unlisted = unlisted(bytes, &listed);
    let mut files: Vec<(String, Listed)> = listed
        .into_iter()
        .enumerate()
        .map(|(index, entry)| {
            // A name that is no text still stands for a file.
            let name = match entry.name() {
                Ok(name) => name.into_owned(),
                Err(_) => format!("file {index}"),
            };
            (name, Some(entry))
        })
        .chain(unlisted.into_iter().map(|name| (name, None)))
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
    if LocalHeader::at(reader.get_ref(), entry.header_start()).is_none() {
        return Err("the archive lists it, but does not hold it; pack it again".to_owned());
    }
    entry
        .with_reader(reader, zip::ZipReadOptions::default())
        .map_err(|error| format!("cannot be unpacked: {error}; pack it anew without a password"))
}

/// Names of the files that lie where the directory lists none.
fn unlisted(bytes: &[u8], listed: &[ZipFileEntry<'_>]) -> Vec<String> {
    let end = listed.first().map_or(bytes.len() as u64, ZipFileEntry::central_header_start);
    let mut taken: Vec<(usize, usize)> = listed
        .iter()
        .filter_map(|entry| {
            let header = LocalHeader::at(bytes, entry.header_start())?;
            let n_packed = usize::try_from(entry.compressed_size()).unwrap_or(usize::MAX);
            Some((header.start, header.data.saturating_add(n_packed)))
        })
        .collect();
    let end = usize::try_from(end).unwrap_or(usize::MAX).min(bytes.len());
    taken.push((end, end));
    taken.sort_unstable();
    let (mut names, mut at) = (Vec::new(), 0);
    for (start, end) in taken {
        while let Some(gap) = bytes.get(at..start)
            && let Some(found) =
                gap.windows(LOCAL_HEADER.len()).position(|bytes| bytes == LOCAL_HEADER)
        {
            at += found;
            let Some(header) = LocalHeader::at(&bytes[..start], at as u64) else {
                at += LOCAL_HEADER.len();
                continue;
            };
            names.push(String::from_utf8_lossy(header.name).into_owned());
            at = header.data.saturating_add(header.n_packed);
        }
        at = at.max(end);
    }
    names
}

struct LocalHeader<'a> {
    start: usize,
    name: &'a [u8],
    /// Where the packed bytes begin.
    data: usize,
    /// How many there are; none where only what stands behind them tells.
    n_packed: usize,
}

impl<'a> LocalHeader<'a> {
    fn at(bytes: &'a [u8], start: u64) -> Option<Self> {
        let start = usize::try_from(start).ok()?;
        let header: &[u8; LENGTH_OF_LOCAL_HEADER] = bytes.get(start..)?.first_chunk()?;
        header.starts_with(LOCAL_HEADER).then_some(())?;
        let [n_packed, more_packed, n_name, n_extra] = [18, 20, 26, 28]
            .map(|at| usize::from(u16::from_le_bytes([header[at], header[at + 1]])));
        let name = start + LENGTH_OF_LOCAL_HEADER;
        Some(Self {
            start,
            name: bytes.get(name..name + n_name)?,
            data: name + n_name + n_extra,
            n_packed: n_packed | more_packed << 16,
        })
    }
}
