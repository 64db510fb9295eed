import { mainLinks } from "./links";

/** The footer's lists. Its code comes late, so they are no part of what the first page loads. */
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
