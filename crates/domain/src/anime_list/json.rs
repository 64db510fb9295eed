//! Which values stored JSON leaves out.

/// Returns whether a value is the one that is read where none is stored.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
