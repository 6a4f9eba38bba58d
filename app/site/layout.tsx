import { islandLoader } from "virtual:site-assets";
import { site } from "#content/site.ts";
import { Outlet, useLocation, useMatches } from "react-router";
import sans from "./fonts/sans.woff2?url";
import serif from "./fonts/serif.woff2?url";
import { ClosingBlock } from "./closing-block.tsx";
import { Island } from "./islands/island.tsx";
import { Toaster } from "./islands/toaster.island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { SiteHeader } from "./site-header.tsx";
import styles from "./site.css?inline";

export const handle = { document: true };

// Chromium prerenders a page while the pointer rests on its link, so that a click shows it at once. The back office is
// left out, and so is what would ask another company before the visitor does (the booking calendar, the newsletter).
const ours = [
  { href_matches: "/*" },
  { not: { href_matches: ["/admin/*", "/admin", "/auth", "/dashboard", "/assets/*", "/healthz"] } },
  { not: { selector_matches: "[download], [target=_blank]" } },
];
const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [...ours, { not: { href_matches: ["/contact\\?*", "/build/*/availut"] } }] },
      eagerness: "moderate",
    },
  ],
  prefetch: [{ where: { and: ours }, eagerness: "moderate" }],
});

export default function SiteLayout() {
  // Prerendering asks for /tools/, a visitor for /tools.
  const path = useLocation().pathname.replace(/(?<=.)\/$/, "");
  const page: PageHandle = Object.assign({}, ...useMatches().map((match) => match.handle));
  const { field = "paper", header = "full", closing = "compact", skipTo = "main" } = page;
  return (
    <>
      <style href="site" precedence="site">
        {styles}
      </style>
      {[serif, sans].map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {/* Nothing is drawn before what follows the header is there: on a slow device half a header would be, and then move. */}
      <link rel="expect" href="#main" blocking="render" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="alternate" type="application/rss+xml" title={`${site.name}: articles`} href="/feed.xml" />
      <a
        href={`#${skipTo}`}
        className="absolute -top-16 left-gutter z-90 rounded-1 bg-solid px-6 py-3 text-on-solid no-underline focus:top-3"
      >
        Skip to content
      </a>
      <SiteHeader field={field} path={path} brandOnly={header === "brand"} />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <ClosingBlock shape={closing} />
      <Island when="toast">
        <Toaster />
      </Island>
      {/* oxlint-disable-next-line react/no-danger -- constant JSON, hashed by the server for the CSP */}
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
      <script type="module" src={islandLoader} />
    </>
  );
}
