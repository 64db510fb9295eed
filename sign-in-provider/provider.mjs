/** The OpenID provider: a certified library, with our account chooser in place of its pages. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import Provider, { interactionPolicy } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { chosen, find } from "./accounts.mjs";
import { chooser, failure, POLICY } from "./page.mjs";

const STYLE = readFileSync(new URL("sign-in.css", import.meta.url));
const PAGES = "/sign-in/";
/** Largest form that is read, in bytes. */
const MAX_FORM_BYTES = 16_384;

/** Signs in wherever the chooser said; the accounts of this machine have nothing to consent to. */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.remove("consent");
  // The library knows this prompt by name alone.
  prompts.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return prompts;
}

async function loadGrant(context) {
  const { client, provider, session, params } = context.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(params.scope);
  await grant.save();
  return grant;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomBytes(8).toString("hex");
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

function configuration({ clientId, clientSecret, redirectUris, claimsInToken }) {
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        // The port of a loopback address does not matter (RFC 8252, section 7.3).
        application_type: "native",
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    // Google puts them there; a provider that goes by the letter answers them at its userinfo.
    conformIdTokenClaims: !claimsInToken,
    findAccount: find,
    loadExistingGrant: loadGrant,
    pkce: { required: () => true },
    interactions: { policy: policy(), url: (_context, { uid }) => PAGES + uid },
    features: { devInteractions: { enabled: false } },
    renderError(context, out) {
      show(context, failure(out.error_description ?? out.error));
    },
  };
}

function show(context, page) {
  context.type = "html";
  context.set("Content-Security-Policy", POLICY);
  context.set("Cache-Control", "no-store");
  context.body = page;
}

async function readForm(request) {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) break;
  }
  return new URLSearchParams(text.slice(0, MAX_FORM_BYTES));
}

async function choose(provider, context) {
  const { req, res } = context;
  // Fails for a browser that did not begin this sign-in.
  await provider.interactionDetails(req, res);
  if (context.method !== "POST") return show(context, chooser());
  const form = await readForm(req);
  const accountId = chosen(form);
  if (!form.has("cancel") && !accountId) return show(context, chooser(form));
  const result = form.has("cancel")
    ? { error: "access_denied", error_description: "The sign-in was cancelled." }
    : { login: { accountId }, select_account: {} };
  context.redirect(await provider.interactionResult(req, res, result));
  context.status = 303;
}

/** A provider that answers at `issuer`. */
export function signInProvider(issuer, options) {
  const provider = new Provider(issuer, configuration(options));
  provider.use(async (context, next) => {
    if (context.path === "/sign-in.css") {
      context.type = "css";
      context.body = STYLE;
      return;
    }
    if (!context.path.startsWith(PAGES)) return next();
    try {
      await choose(provider, context);
    } catch (error) {
      context.status = error.statusCode ?? 500;
      show(context, failure(error.error_description ?? "It is not known here."));
    }
  });
  return provider;
}
