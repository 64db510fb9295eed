/** Leaves the app for an address that is not one of its pages. */
export function leaveFor(address: string) {
  window.location.assign(address);
}
