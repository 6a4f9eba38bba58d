// The shell of the back office is one page for all addresses. Which scripts an address needs besides would be known only once the
// shell's own have run, and some of them only from those; so the response names them at once.

interface BuiltRoute {
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
}
interface BuiltApp {
  entry: { module: string; imports: string[] };
  routes: Record<string, BuiltRoute>;
}

/** Of the file that the build writes for the browser: an assignment of JSON. */
const read = (script: string) => JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as BuiltApp;

/** From a path to the value of its `Link` header; undefined for a path that is no page of the back office. */
export function pageScripts(script: string): (path: string) => string | undefined {
  const { entry, routes } = read(script);
  const scriptsOf = ({ module, imports = [] }: { module: string; imports?: string[] }) => [module, ...imports];
  const inShell = new Set([...scriptsOf(entry), ...scriptsOf(routes.root!)]);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pages = Object.entries(routes)
    .filter(([id]) => !parents.has(id))
    .map(([, leaf]) => {
      const line: BuiltRoute[] = [];
      for (let route: BuiltRoute | undefined = leaf; route; route = routes[route.parentId ?? ""]) line.unshift(route);
      const address = line.flatMap(({ path }) => path || []).join("/");
      const scripts = new Set(line.flatMap(scriptsOf).filter((file) => !inShell.has(file)));
      return { address, link: [...scripts].map((file) => `<${file}>; rel=modulepreload`).join(", ") };
    })
    .filter(({ address }) => /^(?:auth|admin)(?:\/|$)/.test(address))
    // What is written out comes before what stands for anything.
    .toSorted((a, b) => openness(a.address) - openness(b.address))
    .map(({ address, link }) => ({ pattern: patternOf(address), link }));
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.link;
}

const openness = (address: string) => (address.endsWith("*") ? 2 : address.includes(":") ? 1 : 0);

const patternOf = (address: string) => new RegExp(`^/${address.replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`);
