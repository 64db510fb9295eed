/** The pages people see. They need no script and ask no other server. */
import { DEMO, MAX_LENGTH } from "./accounts.mjs";

/** Nothing but our own style sheet; where forms may lead is left open, for they lead to the app. */
export const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

function layout(title, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/sign-in.css">
</head>
<body><main>
<h1>${title}</h1>
${body}
</main></body>
</html>`;
}

function choice({ name, email, verified }) {
  const doubt = verified ? "" : '<span class="doubt">address not verified</span>';
  return `<li><button name="account" value="${escaped(email)}">
<span class="avatar" aria-hidden="true">${escaped(name.slice(0, 1))}</span>
<span class="who"><span>${escaped(name)}</span><span class="email">${escaped(email)}</span></span>${doubt}
</button></li>`;
}

/** The account chooser. `form` is the submission before, if it was invalid. */
export function chooser(form) {
  const submitted = (name) => escaped(form?.get(name) ?? "");
  const complaint = form
    ? '<p role="alert">Please give a name and an address like name@example.org.</p>'
    : "";
  return layout(
    "Choose an account",
    `<p>to continue to Mitai. These accounts exist on this machine only.</p>
<form method="post"><ul>${DEMO.map(choice).join("")}</ul></form>
<form method="post" class="other" autocomplete="off">
<h2>Another account</h2>${complaint}
<label>Name <input name="name" value="${submitted("name")}" maxlength="${MAX_LENGTH}" required></label>
<label>E-mail address
<input name="email" type="email" value="${submitted("email")}" maxlength="${MAX_LENGTH}" required></label>
<label class="check"><input name="verified" type="checkbox" checked> The address is verified</label>
<button class="primary">Continue</button>
</form>
<form method="post" class="leave"><button name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** What is shown where a sign-in cannot go on. */
export function failure(reason) {
  return layout(
    "This sign-in cannot go on",
    `<p>Please go back to Mitai and start again.</p><p class="email">${escaped(reason)}</p>`,
  );
}
