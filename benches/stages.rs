//! Each stage by itself on one docket of 5,000 comments; throughput in comments.
//!
//! The products that a stage is given are made outside the timed part.
#![forbid(unsafe_code)]

mod docket;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use durian::clustering::{self, Models};
use durian::config::Config;
use durian::eval::rivals::full_fingerprinting;
use durian::ingest::{self, Input};
use durian::{edits, exact, reference, retrieval};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const COMMENTS: usize = 5_000;

fn stages(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    docket::write_file(COMMENTS, &path).expect("a docket");
    let inputs = [Input::Path(path)];
    let config = Config::default();
    let mut group = criterion.benchmark_group("stages");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(COMMENTS as u64));
    run(&mut group, &inputs, &config);
    group.finish();
}

fn run(group: &mut BenchmarkGroup<'_, WallTime>, inputs: &[Input], config: &Config) {
    group.bench_function("1 ingest", |bencher| {
        bencher.iter(|| ingest::read(inputs, &config.ingest))
    });
    let corpus = ingest::read(inputs, &config.ingest).expect("it reads");
    group.bench_function("2 exact", |bencher| bencher.iter(|| exact::group(&corpus)));
    let groups = exact::group(&corpus);
    group.bench_function("3 reference", |bencher| {
        bencher.iter(|| reference::detect(&groups, &config.reference))
    });
    let references = reference::detect(&groups, &config.reference);
    group.bench_function("5 clustering: models", |bencher| {
        bencher.iter(|| Models::new(&corpus, &references))
    });
    let models = Models::new(&corpus, &references);
    let letters = || clustering::letters(&models, &config.clustering);
    group.bench_function("5 clustering: versions of letters", |bencher| {
        bencher.iter(letters)
    });
    let letters = letters();
    let of_letters = || {
        retrieval::of_letters(
            &corpus,
            &letters.seeds(),
            &references.unique(),
            &config.retrieval,
        )
    };
    group.bench_function("4 retrieval: form letters", |bencher| {
        bencher.iter(of_letters)
    });
    let candidates = of_letters().expect("it searches");
    let around_letters =
        || clustering::around_letters(&models, &letters, &candidates, &config.clustering);
    group.bench_function("5 clustering: form letters", |bencher| {
        bencher.iter(around_letters)
    });
    let first = around_letters();
    let of_others = || retrieval::of_others(&corpus, first.unplaced(), &config.retrieval);
    group.bench_function("4 retrieval: the rest", |bencher| bencher.iter(of_others));
    let others = of_others().expect("it searches");
    group.bench_function("5 clustering: the rest", |bencher| {
        bencher.iter(|| {
            clustering::around_others(&models, &others, first.clone(), &config.clustering)
        });
    });
    let clusters = clustering::around_others(&models, &others, first.clone(), &config.clustering);
    group.bench_function("6 edits", |bencher| {
        bencher.iter(|| edits::classify(&corpus, &clusters))
    });
    group.bench_function("rival: full fingerprinting", |bencher| {
        bencher.iter(|| full_fingerprinting::cluster(&corpus, &references))
    });
}

criterion_group!(benches, stages);
criterion_main!(benches);
