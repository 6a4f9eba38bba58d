// Old and short addresses, answered by the server with 301 and the query string kept.
// An object on purpose: the same source twice does not compile.

export const redirects = {
  "/workshops": "/education",
  "/speaking": "/education",
  "/build": "/development",
  "/products": "/tools",
  "/manifesto": "/#manifesto",
  "/training": "/ai-at-work",
  "/dashboard": "/admin",
  "/docs": "/docs/bootloader",
  "/docs/bootloader/portia": "/build/products/bootloader/portia",
  "/docs/bootloader/concepts": "/docs/bootloader",
  "/build/products": "/tools",
  "/pricing": "/build/products/bootloader#pricing",
} as const satisfies Record<`/${string}`, `/${string}`>;
