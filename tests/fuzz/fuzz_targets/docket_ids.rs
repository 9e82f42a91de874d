//! A record whose fields and text hold any docket ids, dates and numbers.
#![no_main]

libfuzzer_sys::fuzz_target!(|parts: (&str, &str, &str, &str)| {
    let (docket, date, subject, text) = parts;
    let record = serde_json::json!({
        "id": docket, "docketId": docket, "receiveDate": date, "duplicateComments": date,
        "title": subject, "comment": format!("Re: Docket No. {subject}\n\n{text}"),
    });
    durian_fuzz::read("a.json", record.to_string().as_bytes());
});
