// `npm run dev`: public pages, their islands, articles and redirects follow every edit. The back office has React's hot
// reload; a public page is a document that the server renders, so the browser is told to fetch it again.
import type { Connect, Plugin, ViteDevServer } from "vite";

export const documentsChanged = "guidevane:documents-changed";

/** Redirects as the server answers them in production, read again each time. */
function redirectAsWritten(server: ViteDevServer): Connect.NextHandleFunction {
  const respond: Connect.NextHandleFunction = async (request, response, next) => {
    const { redirects } = (await server.ssrLoadModule("/content/redirects.ts")) as {
      redirects: Record<string, string>;
    };
    const target = redirects[new URL(request.url ?? "/", "http://localhost").pathname];
    if (target === undefined) next();
    else response.writeHead(302, { Location: target, "Cache-Control": "no-store" }).end();
  };
  return respond;
}

export function followEdits(): Plugin {
  return {
    name: "follow-edits",
    apply: "serve",
    hotUpdate({ modules, server }) {
      // Documents are made by the modules of the server's side: whatever changes there may be on the page.
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      server.environments.client.hot.send({ type: "custom", event: documentsChanged });
    },
    configureServer(server) {
      server.middlewares.use(redirectAsWritten(server));
    },
  };
}
