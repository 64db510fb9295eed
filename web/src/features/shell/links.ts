/** Hidden on small screens, where the menu shows them. */
export const mainLinks = [
  { href: "/", label: "Home" },
  { href: "/browse", label: "Browse" },
  { href: "/about", label: "About Us" },
  { href: "/watchlist", label: "Watch-list" },
];
