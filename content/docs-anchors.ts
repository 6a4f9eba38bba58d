// Addresses of single rows in the reference tables, shared by the tables and by the search.
/** As it is printed: #BL4001. */
export const errorAnchor = (id: string) => id;
export const errorLink = (id: string) => `/docs/bootloader/api#${errorAnchor(id)}`;
export const configAnchor = (path: string) => `config-${path.toLowerCase().replace(/[^a-z]+/g, "-")}`;
