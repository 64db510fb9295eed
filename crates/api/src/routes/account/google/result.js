// Tells the window that waits how the sign-in went, and closes this one. Some providers cut this
// window off from the one that opened it, so it speaks to a channel as well. A window that a script
// did not open stays, with a link in it.
const { ok, code, everywhere } = document.documentElement.dataset;
const message = { type: "mitai:sign-in", ok: ok === "true", code: code || null };
window.opener?.postMessage(message, location.origin);
if (everywhere === "true") new BroadcastChannel(message.type).postMessage(message);
window.close();
