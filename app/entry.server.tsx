// Renders pages at build time only; nothing is rendered per request.
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { settle } from "#domain/page-conditions.ts";
import { AppShell } from "./app-shell.ts";

/** A module that is off answers 404. */
async function modulesInDevelopment(): Promise<ReadonlySet<string>> {
  const token = `${process.env.DEV_BACKEND ?? ""}/api/inquiries/token?form=contact`;
  const isOn = process.env.DEV_BACKEND !== undefined && (await fetch(token).catch(() => null))?.ok === true;
  return new Set(isOn ? ["inquiries"] : []);
}

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
  // In development there is no server that loads the page and keeps what holds: it is asked here.
  if (import.meta.env.DEV) {
    const html = settle(await new Response(stream).text(), await modulesInDevelopment());
    return new Response(html, { status, headers });
  }
  return new Response(stream, { status, headers });
}
