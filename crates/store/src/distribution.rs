//! Tables spread over the nodes of a Citus cluster.

use domain::Result;

use crate::tx::Tx;

/// Whether users' tables are spread over several nodes.
pub(crate) async fn is_distributed(tx: &mut Tx) -> Result<bool> {
    if !tx.is_on_server() {
        return Ok(false);
    }
    let has_citus = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
    if tx.query(has_citus, vec![]).await?.is_empty() {
        return Ok(false);
    }
    let by_hash = "SELECT 1 FROM pg_dist_partition \
         WHERE logicalrelid = to_regclass('account') AND partmethod = 'h'";
    Ok(!tx.query(by_hash, vec![]).await?.is_empty())
}
