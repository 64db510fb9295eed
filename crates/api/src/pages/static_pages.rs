//! Pages whose content does not depend on data.

/// A page whose content does not depend on data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StaticPage {
    /// The page's path.
    pub(crate) path: &'static str,
    /// The page's title, without the product's name.
    pub(crate) title: &'static str,
    /// A sentence that says what the page is about.
    pub(crate) description: &'static str,
    /// Whether search engines may list the page.
    pub(crate) public: bool,
}

/// All static pages.
pub(super) static STATIC: [StaticPage; 18] = [
    public(
        "/about",
        "About Us",
        "What Mitai is and what it does for anime fans.",
    ),
    public(
        "/contactus",
        "Contact Us",
        "A form for questions, corrections and titles you miss.",
    ),
    public(
        "/privacy",
        "Privacy Policy",
        "What Mitai keeps about you, and what it does not.",
    ),
    public(
        "/terms",
        "Terms of Service",
        "The terms under which you use Mitai.",
    ),
    public("/faq", "FAQ", "What people ask about Mitai."),
    public(
        "/developers",
        "Developers",
        "Anime data for programs, in the form of Jikan v4, with examples to try.",
    ),
    public(
        "/feedback",
        "Give Feedback",
        "Tell us what Mitai should do better.",
    ),
    public(
        "/report",
        "Report Issue",
        "Tell us what is wrong with Mitai.",
    ),
    private("/watchlist", "Watch-list", "The titles you want to watch."),
    private(
        "/profile",
        "Profile",
        "Your profile, watchlist and history.",
    ),
    public("/login", "Login", "Log in to Mitai."),
    public(
        "/signup",
        "Signup",
        "Create an account to keep a watchlist and a history.",
    ),
    private(
        "/forgot",
        "Forgot password",
        "Get a link to choose a new password.",
    ),
    private(
        "/reset",
        "Choose a new password",
        "Choose a new password for your account.",
    ),
    private(
        "/account",
        "Your account",
        "Your devices and your data; deleting your account.",
    ),
    private(
        "/activity",
        "Activity",
        "What changed on your list, and your list as it was.",
    ),
    private(
        "/import",
        "Import and export",
        "Bring your list from another tracker, and take it with you.",
    ),
    private(
        "/statistics",
        "Statistics",
        "Your list in numbers, and your year as a picture.",
    ),
];

const fn public(path: &'static str, title: &'static str, description: &'static str) -> StaticPage {
    StaticPage {
        path,
        title,
        description,
        public: true,
    }
}

const fn private(path: &'static str, title: &'static str, description: &'static str) -> StaticPage {
    StaticPage {
        path,
        title,
        description,
        public: false,
    }
}

/// Addresses of the static pages that search engines may list.
pub(crate) fn public_pages() -> impl Iterator<Item = &'static str> {
    let public = STATIC.iter().filter(|page| page.public);
    public.map(|page| page.path)
}
