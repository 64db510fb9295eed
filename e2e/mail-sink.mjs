/**
 * A mail server on this machine that delivers nothing: it prints each mail as a line of JSON, with
 * who it is from and to, its headers by their lower-case names, and its text.
 *
 *   node mail-sink.mjs [--refuse ADDRESS] [--user NAME --password PASSWORD] [--pause MILLISECONDS]
 *
 * With a pause it lets who connects wait for so long.
 */
import { parseArgs } from "node:util";
import { SMTPServer } from "smtp-server";

// The library warns that everyone knows its certificate; here nobody is to trust it.
console.warn = () => {};

const { values } = parseArgs({
  options: {
    refuse: { type: "string" },
    user: { type: "string" },
    password: { type: "string" },
    pause: { type: "string", default: "0" },
  },
});

const server = new SMTPServer({
  authOptional: values.user === undefined,
  allowInsecureAuth: true,
  disabledCommands: values.user === undefined ? ["AUTH"] : [],
  onConnect: (_session, done) => setTimeout(done, Number(values.pause)),
  onAuth({ username, password }, _session, done) {
    if (username === values.user && password === values.password) done(null, { user: username });
    else done(new Error("Invalid username or password"));
  },
  onRcptTo({ address }, _session, done) {
    if (address !== values.refuse) return done();
    done(Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 }));
  },
  onData(stream, { envelope }, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      const mail = parse(Buffer.concat(chunks).toString());
      const to = envelope.rcptTo.map(({ address }) => address);
      process.stdout.write(`${JSON.stringify({ from: envelope.mailFrom.address, to, ...mail })}\n`);
      done();
    });
  },
});

function parse(raw) {
  const [head, body] = raw.split(/\r\n\r\n(.*)/s);
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines
      .map((line) => line.split(/:\s*(.*)/s, 2))
      .map(([name, text]) => [name.toLowerCase(), text]),
  );
  return { headers, text: decoded(body, headers["content-transfer-encoding"]) };
}

function decoded(body, encoding) {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

// A browser or a client that goes away in the middle is no fault of this program.
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Mail sink listens on smtp://127.0.0.1:${server.server.address().port}\n`);
});
