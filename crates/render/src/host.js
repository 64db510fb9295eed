globalThis.self = globalThis;
globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, error() {} };
globalThis.setTimeout = () => 0;
globalThis.clearTimeout = () => {};
globalThis.setInterval = () => 0;
globalThis.clearInterval = () => {};
globalThis.queueMicrotask = (task) => void Promise.resolve().then(task);
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage() {} };
};
globalThis.TextEncoder = class {
  encode() {
    return new Uint8Array();
  }
};
