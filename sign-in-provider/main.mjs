/**
 * An OpenID provider for this machine: it takes Google's place where no Google client is
 * configured, and in tests. See `--help`.
 */
import "./silence-console.mjs";

import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { signInProvider } from "./provider.mjs";

const HELP = `node main.mjs --client-id ID --client-secret SECRET --redirect-uri URL
  --port NUMBER        where to listen on 127.0.0.1; any free port if it is not given
  --redirect-uri URL   where Mitai takes answers; the port of a loopback address does not matter;
                       may be given more than once
  --claims userinfo    name and address are told at the userinfo address, not in the ID token
`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "client-id": { type: "string" },
    "client-secret": { type: "string" },
    "redirect-uri": { type: "string", multiple: true },
    claims: { type: "string", default: "token" },
    help: { type: "boolean", default: false },
  },
});

if (values.help || !(values["client-id"] && values["client-secret"] && values["redirect-uri"])) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}

const server = createServer();
server.on("error", (error) => {
  process.stderr.write(`The sign-in provider cannot listen: ${error.message}\n`);
  process.exit(1);
});
server.listen(Number(values.port), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = signInProvider(issuer, {
    clientId: values["client-id"],
    clientSecret: values["client-secret"],
    redirectUris: values["redirect-uri"],
    claimsInToken: values.claims !== "userinfo",
  });
  server.on("request", provider.callback());
  process.stdout.write(`Sign-in provider listens on ${issuer}\n`);
});
