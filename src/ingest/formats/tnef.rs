//! The plain text in what Outlook packs a mail into, `winmail.dat` (MS-OXTNEF). Text that is formatted alone is not read.

use crate::ingest::decode;

pub(super) const SIGNATURE: &[u8] = b"\x78\x9F\x3E\x22";
/// Which of its attributes is the text.
const BODY: u32 = 0x0002_800C;

pub(super) fn text(bytes: &[u8]) -> Option<String> {
    // A key stands behind the signature, a sum behind each attribute: two bytes each.
    let mut rest = bytes.strip_prefix(SIGNATURE)?.get(2..)?;
    loop {
        let ([_, id @ .., a, b, c, d], behind) = rest.split_first_chunk::<9>()?;
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        let data = behind.get(..length)?;
        if u32::from_le_bytes(*id) == BODY {
            return Some(decode::text(data).trim_end_matches('\0').to_owned());
        }
        rest = behind.get(length.checked_add(2)?..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn the_text_is_read() {
        let version = b"\x01\x06\x90\x08\x00\x04\x00\x00\x00\x00\x00\x01\x00\x01\x00";
        let body = b"\x01\x0C\x80\x02\x00\x09\x00\x00\x00Keep it.\x00\x00\x00";
        let all = [b"\x78\x9F\x3E\x22\x01\x00", &version[..], body].concat();
        assert_eq!(text(&all).as_deref(), Some("Keep it."));
        assert_eq!(text(&all[..30]), None);
    }
}
