//! The web app of a test.

use std::borrow::Cow;

use api::WebFiles;

/// A web app of marks alone.
pub(super) struct PlainWeb;

impl WebFiles for PlainWeb {
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let text: &[u8] = match path {
            "index.html" => {
                b"<head><style>p{}</style><script>let b</script><!--mitai:head--></head><div id=\"root\"><!--mitai:screen--></div><!--mitai:data-->"
            }
            "screens/home.html" => b"<h1>__HERO_TITLE__</h1><img src=\"__HERO_IMAGE__\">",
            "screens/title.html" => {
                b"<h1>__TITLE_NAME__</h1><p lang=\"ja\">__TITLE_JAPANESE__</p><p>__TITLE_SYNOPSIS__</p>\
                  <img src=\"__TITLE_POSTER__\"><img src=\"/art/banner/mal-0.svg\">"
            }
            "screens/longTitle.html" => b"<p class=\"begun\">__TITLE_SYNOPSIS__</p>",
            "screens/page.html" => b"<p>Loading</p>",
            "assets/app-1.js" => b"let a = 1",
            "assets/app-1.js.br" => b"packed",
            "sw.js" => b"let c = 1",
            "favicon.svg" => b"<svg/>",
            _ => return None,
        };
        Some(Cow::Borrowed(text))
    }
}
