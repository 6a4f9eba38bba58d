export interface NavigationItem {
  name: string;
  href: string;
  /** Pages elsewhere that belong to it. */
  also?: readonly string[];
}

/** The header, the menu panel and the footer show these six, in this order. */
export const navigation: readonly NavigationItem[] = [
  { name: "Education", href: "/education" },
  { name: "Development", href: "/development" },
  { name: "Tools", href: "/tools", also: ["/build/products", "/docs"] },
  { name: "Articles", href: "/articles" },
  { name: "About", href: "/about" },
  { name: "Contact", href: "/contact" },
];
