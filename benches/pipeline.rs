//! The whole pipeline at three sizes, from a JSONL file to the built report.
//!
//! Making the docket is left out; reading it from disk (warm) is in. Writing the report is left out.
#![forbid(unsafe_code)]

mod docket;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use durian::config::Config;
use durian::ingest::Input;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn pipeline(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pipeline");
    group.sample_size(10);
    let folder = tempfile::tempdir().expect("a folder");
    for n in [1_000, 5_000, 20_000] {
        let path = folder.path().join(format!("{n}.jsonl"));
        docket::write_file(n, &path).expect("a docket");
        let inputs = [Input::Path(path)];
        let config = Config::default();
        group.throughput(Throughput::Elements(n as u64));
        group.bench_with_input(BenchmarkId::from_parameter(n), &inputs, |bencher, inputs| {
            bencher.iter(|| {
                let detection = durian::detect(inputs, &config, &|_| ()).expect("it runs");
                durian::report::build(&detection, &config)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, pipeline);
criterion_main!(benches);
