// Pages of the documentation in reading order: the side index, previous and next derive from it.
export const docPages = [
  { path: "/docs/bootloader", file: "concepts.mdx" },
  { path: "/docs/bootloader/quickstart", file: "quickstart.mdx" },
  { path: "/docs/bootloader/api", file: "api.mdx" },
  { path: "/build/products/bootloader/portia", file: "portia.mdx" },
] as const;

export type DocPath = (typeof docPages)[number]["path"];
