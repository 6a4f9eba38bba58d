// Renders pages at build time only; nothing is rendered per request.
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { AppShell } from "./app-shell.ts";

export default async function renderPage(request: Request, status: number, headers: Headers, context: EntryContext) {
  const page = (
    <AppShell value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </AppShell>
  );
  const stream = await renderToReadableStream(page, {
    onError(error) {
      throw error;
    },
  });
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}
