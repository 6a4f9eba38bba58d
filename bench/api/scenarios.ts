// What is asked, over HTTP and directly: the back office's calls with 10,000 accounts and 100,000 contacts.
export const accounts = 10_000;
export const contacts = 100_000;
export const connections = 16;

export interface Scenario {
  name: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Sends the key alone, without the session. */
  signedOut?: boolean;
  body?: (turn: number) => string;
  /** What changes in the address from one request to the next. */
  query?: (turn: number) => string;
  /** The same question can be put to the driver. */
  direct: boolean;
  /** And to the least server there can be. */
  bare?: boolean;
}

/** What people type: part of a name, a name and a company, part of an address or number, and one very common word. */
const terms = [
  "andobe",
  "kvistlund",
  "lebeca nord",
  "person4711",
  "711 0123",
  "ulmino",
  "company77",
  "holmvik",
  "tora",
  "harbour labs 12",
];

export const scenarios: Scenario[] = [
  {
    name: "list of 50",
    method: "GET",
    path: "/rest/v1/accounts?select=*&order=created_at.desc&limit=50",
    direct: true,
    bare: true,
  },
  {
    name: "joined page",
    method: "GET",
    path: "/rest/v1/contacts?select=*,accounts(name)&order=created_at.desc&limit=50",
    direct: true,
    bare: true,
  },
  {
    name: "page with exact count",
    method: "GET",
    path: "/rest/v1/contacts?select=*,accounts(name)&order=created_at.desc&limit=50",
    headers: { Prefer: "count=exact" },
    direct: true,
  },
  {
    name: "search",
    method: "GET",
    path: "/rest/v1/rpc/search_contacts?select=*,accounts(name)&order=created_at.desc,id.asc&limit=50",
    query: (turn) => `&term=${encodeURIComponent(terms[turn % terms.length] ?? "")}`,
    direct: true,
  },
  {
    name: "insert",
    method: "POST",
    path: "/rest/v1/accounts",
    headers: { Prefer: "return=minimal" },
    body: (turn) => JSON.stringify({ name: `Bench ${turn}`, type: "Prospect", website: "https://bench.example" }),
    direct: true,
  },
  { name: "get user", method: "GET", path: "/auth/v1/user", direct: false },
];

export const passwordGrant = (email: string, password: string): Scenario => ({
  name: "password grant",
  method: "POST",
  path: "/auth/v1/token?grant_type=password",
  signedOut: true,
  body: () => JSON.stringify({ email, password }),
  direct: false,
});

export const homePage: Scenario = { name: "GET /", method: "GET", path: "/", signedOut: true, direct: false };
