// Addresses of single rows in the reference tables, shared by the tables and by the search.
export const errorAnchor = (id: string) => id.toLowerCase();
export const configAnchor = (path: string) => `config-${path.toLowerCase().replace(/[^a-z]+/g, "-")}`;
