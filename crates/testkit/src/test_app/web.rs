//! The web app of a test.

use std::borrow::Cow;

use api::WebFiles;
use render::{Bundle, Limits, Renderer};

/// A web app that echoes its render request and shows pictures. It fails for the address `/faq`.
const BUNDLE: &str = r#"
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
globalThis.render = (path, query, data) => {
  if (path === "/faq") throw new Error("no page");
  const answers = Object.entries(JSON.parse(data));
  const shown = answers.map(([address, body]) => `<p>${escape(address)}: ${escape(JSON.stringify(body))}</p>`);
  const preload = `<link rel="preload" as="image" href="/art/banner/mal-1.svg" fetchPriority="high"/>`;
  const pictures = `
    <img class="wide" src="/art/banner/mal-1.svg" alt="" fetchPriority="high"/>
    <img src="/art/poster/1.svg" alt="" loading="eager" decoding="async"/>
    <img src="/art/poster/999999999.svg" alt="" loading="eager"/>
    <img src="/art/avatar/person-7.svg?name=Conan%20O&#x27;Brien" alt="" loading="eager"/>
    <img src="/art/poster/1.svg" alt="" loading="lazy" decoding="async"/>`;
  return {
    head: `${preload}\n<link rel="modulepreload" href="/assets${path}.js">`,
    body: `<h1>${escape(path)}?${escape(query)}</h1>${shown.join("")}${pictures}`,
  };
};
"#;

/// Starts a renderer of [`BUNDLE`].
pub(super) fn renderer() -> Renderer {
    Renderer::start(&Bundle::Source(BUNDLE.into()), 1, Limits::default())
        .expect("a thread can be started")
}

/// The files of a web app whose page holds nothing but the marks for its parts.
pub(super) struct PlainWeb;

impl WebFiles for PlainWeb {
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let text: &[u8] = match path {
            "index.html" => {
                b"<head><style>p{}</style><script>let b</script><!--mitai:head--></head><div id=\"root\"><!--mitai:screen--></div><!--mitai:data-->"
            }
            "server/shell.html" => b"<p>Loading</p>",
            "assets/app-1.js" => b"let a = 1",
            "assets/app-1.js.br" => b"packed",
            "sw.js" => b"let c = 1",
            "favicon.svg" => b"<svg/>",
            _ => return None,
        };
        Some(Cow::Borrowed(text))
    }
}
