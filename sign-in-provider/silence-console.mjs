/**
 * The library gives who runs a public provider notice of each default on standard output. Whoever
 * runs this one is a developer on one machine, to whom that says nothing.
 */
console.info = () => {};
console.warn = () => {};
