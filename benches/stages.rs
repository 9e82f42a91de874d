//! Each stage by itself on one docket of 5,000 comments; throughput in comments.
//!
//! The products that a stage is given are made outside the timed part.
#![forbid(unsafe_code)]

mod docket;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use durian::clustering::{self, AnalystLinks, Context};
use durian::compare::Tables;
use durian::config::Config;
use durian::corpus::DocId;
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
    group.sample_size(10).throughput(Throughput::Elements(COMMENTS as u64));
    run(&mut group, &inputs, &config);
    group.finish();
}

fn run(group: &mut BenchmarkGroup<'_, WallTime>, inputs: &[Input], config: &Config) {
    group.bench_function("1 ingest", |bencher| {
        bencher.iter(|| ingest::read(inputs, &config.ingest))
    });
    let corpus = ingest::read(inputs, &config.ingest).expect("it reads");
    group.bench_function("2 exact", |bencher| {
        bencher.iter(|| exact::group(&corpus, true, &Default::default()))
    });
    let groups = exact::group(&corpus, true, &Default::default());
    group.bench_function("3 reference", |bencher| {
        bencher.iter(|| reference::detect(&corpus, &groups, &config.reference))
    });
    let references = reference::detect(&corpus, &groups, &config.reference);
    group.bench_function("5 compare: tables", |bencher| {
        bencher.iter(|| Tables::new(&corpus, &references))
    });
    let tables = Tables::new(&corpus, &references);
    let context = Context {
        tables: &tables,
        references: &references,
        analyst: &AnalystLinks::default(),
        config: &config.clustering,
    };
    group.bench_function("5 clustering: versions of letters", |bencher| {
        bencher.iter(|| clustering::letters(&context))
    });
    let letters = clustering::letters(&context);
    let texts = |ids: &[DocId]| -> Vec<_> {
        let texts = ids.iter().map(|id| (*id, tables.text(*id)));
        texts.collect()
    };
    let (unique, others) = (texts(references.unique()), texts(references.others()));
    group.bench_function("4 retrieval: form letters", |bencher| {
        let seeds = letters.seeds(&tables);
        bencher.iter(|| retrieval::of_letters(&corpus, &seeds, &unique, &config.retrieval))
    });
    group.bench_function("4 retrieval: all that are no form letters", |bencher| {
        bencher.iter(|| retrieval::of_others(&corpus, &others, &config.retrieval))
    });
    let cluster = || clustering::cluster(&context, &config.retrieval, &|_, _| ());
    group.bench_function("4 and 5, retrieval and clustering", |bencher| bencher.iter(cluster));
    let clusters = cluster().expect("it searches").clusters;
    group.bench_function("6 edits", |bencher| {
        bencher.iter(|| {
            let (nearest, wordings) = Default::default();
            let clusters = &mut clusters.clone();
            edits::classify(&context, clusters, &nearest, &wordings, &Default::default())
        })
    });
}

criterion_group!(benches, stages);
criterion_main!(benches);
