/** The links of the bar. On small screens the menu shows them instead. */
export const mainLinks = [
  { href: "/", label: "Home" },
  { href: "/browse", label: "Browse" },
  { href: "/about", label: "About Us" },
  { href: "/watchlist", label: "Watch-list" },
];
