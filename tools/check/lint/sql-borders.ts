// SQL has the borders of the code: a module's SQL names its own tables and functions, the kernel's, companies and contacts, and those of
// the modules that it declares (`sqlReads` in its module.ts), none of which may name it back. The kernel names no module. Everything else
// goes by hooks (server/platform/sql/05-hooks.sql). `npm run check -- sql-graph` prints who names whom.

export interface SqlSource {
  /** "modules/deals/sql/board.sql", "server/platform/sql/10-people.sql" or "supabase/migrations/20261120091700_deals.sql" */
  path: string;
  text: string;
}

/** Records that everything in the product is about: every module refers to them. */
const shared = ["accounts", "contacts"];
const kernel = "kernel";

export interface Edge {
  from: string;
  to: string;
  name: string;
  path: string;
}

/** Every name of another owner that a current-state file mentions. */
export function edges(sources: readonly SqlSource[], modules: readonly string[]): Edge[] {
  const owners = ownersOf(sources, modules);
  return sources
    .filter(({ path }) => !isMigration(path))
    .flatMap(({ path, text }) => {
      const from = ownerOfFile(path);
      return [...new Set(namesIn(text))].flatMap((name) => {
        const to = owners.get(name);
        return to === undefined || to === from || to === kernel ? [] : [{ from, to, name, path }];
      });
    });
}

/** What breaks the rule, one sentence each. */
export function complaints(
  sources: readonly SqlSource[],
  reads: Readonly<Record<string, readonly string[]>>,
): string[] {
  const refused = edges(sources, Object.keys(reads))
    .filter(({ from, to }) => !shared.includes(to) && !reads[from]?.includes(to))
    .map(
      ({ from, to, name, path }) =>
        `${path} names ${name} of ${to}: ${from === kernel ? "the kernel names no module" : `${from} does not declare it`}; use a hook`,
    );
  const cycle = findCycle(reads);
  return cycle ? [...refused, `modules read each other in a circle: ${cycle.join(" -> ")}`] : refused;
}

const isMigration = (path: string) => path.startsWith("supabase/migrations/");
const ownerOfFile = (path: string) => /^modules\/([^/]+)\/sql\//.exec(path)?.[1] ?? kernel;

/** Tables by their migration, whose title begins with the module's key; functions by their file. */
function ownersOf(sources: readonly SqlSource[], modules: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of sources) {
    const title = /\d+_(.*)\.sql$/.exec(path)?.[1] ?? "";
    const first = title.split("_")[0]!;
    for (const [, kind, name] of withoutComments(text).matchAll(
      /^create (?:unlogged )?(table|type|function|view) ((?:public|private)\.\w+)/gim,
    )) {
      const own = name!.split(".")[1]!;
      const owner = !isMigration(path)
        ? ownerOfFile(path)
        : kind === "table" && shared.includes(own)
          ? own
          : modules.includes(first) && !shared.includes(first)
            ? first
            : kernel;
      owners.set(name!, owner);
    }
  }
  return owners;
}

const namesIn = (text: string): string[] => withoutComments(text).match(/\b(?:public|private)\.\w+/g) ?? [];
const withoutComments = (text: string): string => text.replace(/--[^\n]*/g, "");

function findCycle(reads: Readonly<Record<string, readonly string[]>>): string[] | null {
  const walk = (key: string, path: readonly string[]): string[] | null => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
    for (const next of reads[key] ?? []) {
      const found = walk(next, [...path, key]);
      if (found) return found;
    }
    return null;
  };
  for (const key of Object.keys(reads)) {
    const found = walk(key, []);
    if (found) return found;
  }
  return null;
}
