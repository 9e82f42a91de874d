//! Two tables whose records have four ids between them. The first byte of a line tells its id and its table.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &str| {
    let mut tables = ["Comment ID,Comment\n"; 2].map(str::to_owned);
    for line in data.lines() {
        let (first, text) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        let number = first.bytes().last().unwrap_or_default();
        let id = ["HBR-2031-0009-0001", "HBR-2031-0009-0001~2", "Anonymous", ""]
            [usize::from(number % 4)];
        let row = format!("{id},\"{}\"\n", text.replace('"', "\"\""));
        tables[usize::from(number / 4 % 2)].push_str(&row);
    }
    durian_fuzz::read_all(&[("a.csv", tables[0].as_bytes()), ("b.csv", tables[1].as_bytes())]);
});
