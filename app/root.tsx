import { useContext } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { site } from "#content/site.ts";
import { AppShell } from "./app-shell.ts";
import appStyles from "./app.css?url";
import { quietTransitions } from "./quiet-transitions.ts";
import { themeScript } from "./theme-script.ts";

/** Public pages are documents (`handle.document`); everything else, with the fallback shell, is the app. */
const isDocument = (matches: ReturnType<typeof useMatches>) =>
  matches.some((match) => (match.handle as { document?: boolean } | undefined)?.document === true);

/**
 * Public pages fade into one another. A page that does not take part ends a fade that has begun with an error, so sign-in
 * and the back office take part. In the page itself: the browser asks before it has read a stylesheet.
 */
const fade =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}" +
  "::view-transition-group(*){animation-duration:200ms}";

export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches();
  const document = !useContext(AppShell) && isDocument(matches);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* oxlint-disable-next-line react/no-danger -- both act before the first paint; their hash is in the CSP */}
        <script dangerouslySetInnerHTML={{ __html: `${themeScript};${quietTransitions}` }} />
        {document ? null : (
          <>
            <style>{fade}</style>
            <link rel="stylesheet" href={appStyles} />
          </>
        )}
      </head>
      <body>
        {children}
        {document ? null : (
          <>
            {/* Filled by the server when it loads the page: one build serves every deployment. */}
            <script
              type="application/json"
              id="runtime-settings"
              suppressHydrationWarning
              // oxlint-disable-next-line react/no-danger -- inert JSON
              dangerouslySetInnerHTML={{ __html: import.meta.env.VITE_RUNTIME_SETTINGS ?? "{}" }}
            />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Of sign-in and the back office until their own script has loaded; every public page has its own (site/page-meta.ts). */
export const meta = () => [{ title: `Sign in and back office | ${site.name}` }, { name: "robots", content: "noindex" }];

export default function Root() {
  return <Outlet />;
}

export function HydrateFallback() {
  return (
    <>
      <p className="needs-script p-6 text-ui">Loading...</p>
      <noscript>
        <div className="max-w-120 p-6 text-ui">
          <h1 className="font-display text-[2rem] leading-tight">This page needs JavaScript</h1>
          <p className="mt-3">
            Sign-in and the back office do not work without it. Switch it on and reload the page, or write to{" "}
            <a href={`mailto:${site.email}`}>{site.email}</a>. The <a href="/">rest of the site</a> needs none.
          </p>
        </div>
      </noscript>
    </>
  );
}

export { ErrorScreen as ErrorBoundary } from "./error-screen.tsx";
