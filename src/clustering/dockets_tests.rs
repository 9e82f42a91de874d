//! Tests of whole dockets: which texts are in one cluster.

use super::cluster;
use super::examples::with_context;
use crate::corpus::cases;
use crate::corpus::examples::docket;
use crate::retrieval::RetrievalConfig;

#[test]
fn texts_are_in_the_cluster_of_their_letter() {
    for case in cases::cells(include_str!("dockets.txt")) {
        let found = with_context(&docket(case[0]), |context| {
            cluster(context, &RetrievalConfig::default(), &|_, _| ()).expect("clusters").clusters
        });
        let clusters = found.clusters().iter().map(|cluster| {
            let mut documents: Vec<u32> = cluster.documents().map(|id| id.0).collect();
            documents.sort_unstable();
            documents.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
        });
        let found = clusters.collect::<Vec<_>>().join(", ");
        assert_eq!(found, case[1], "{}", case[0]);
    }
}
