/** Hidden on small screens, where the menu shows them. */
export const mainLinks = [
  { href: "/", label: "Home" },
  { href: "/browse", label: "Browse" },
  { href: "/about", label: "About Us" },
  { href: "/watchlist", label: "Watch-list" },
];

export const footerColumns = [
  {
    title: "Navigation",
    links: [...mainLinks, { href: "/ContactUs", label: "Contact-Us" }],
  },
  {
    title: "Quick Links",
    links: [
      { href: "/privacy", label: "Privacy Policy" },
      { href: "/terms", label: "Terms of Service" },
      { href: "/faq", label: "FAQ" },
      { href: "/contact", label: "Contact" },
      { href: "/developers", label: "Developers" },
    ],
  },
  {
    title: "Popular Anime",
    links: [
      { href: "/anime/attack-on-titan", label: "Attack on Titan" },
      { href: "/anime/demon-slayer", label: "Demon Slayer" },
      { href: "/anime/one-piece", label: "One Piece" },
      { href: "/anime/jujutsu-kaisen", label: "Jujutsu Kaisen" },
    ],
  },
  {
    title: "Support",
    links: [
      { href: "/feedback", label: "Give Feedback" },
      { href: "/report", label: "Report Issue" },
    ],
  },
];
