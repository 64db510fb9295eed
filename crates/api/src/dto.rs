//! The forms in which the product API shows things. Field names are part of the contract.

pub(crate) mod anime;
pub(crate) mod hero;
