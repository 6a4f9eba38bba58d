import { ButtonLink } from "../ui/button.tsx";
import { Street } from "./art/drawings.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";

export const handle: PageHandle = { field: "nil" };

export const meta = () =>
  pageMeta({
    title: "Page not found",
    description: "There is no page at this address. The home page, the tools and the articles are a click away.",
    path: "/404",
    index: false,
    card: cardPath("/"),
  });

// One line in the browser's console, as specified; the page itself needs no React.
const logAttempt = 'console.error("404: there is no page at", location.pathname)';

export default function NotFound() {
  return (
    <section data-field="nil" className="relative grid min-h-dvh items-end overflow-hidden">
      <Street className="absolute inset-x-0 top-19 h-[54%] w-full" fit="xMinYMid slice" />
      <div className="wrap-page relative py-[clamp(2rem,5vw,4rem)]">
        <h1 className="serif text-display">Oops! Page not found</h1>
        <p className="mt-4 mb-7 max-w-120 text-lead text-muted sm:text-wrap">
          Behind a blunt object, flow breaks into eddies. This address is one of them.
        </p>
        <ButtonLink variant="accent" href="/">
          Back to the home page
        </ButtonLink>
      </div>
      {/* oxlint-disable-next-line react/no-danger -- a constant; its hash is in the CSP */}
      <script dangerouslySetInnerHTML={{ __html: logAttempt }} />
    </section>
  );
}
