import { useParams } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { Street } from "./art/drawings.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";

// The error screen for requests that the server refuses before any page is known: an address that cannot be read, a form
// sent to a page. Prerendered once per status and served under the address that was asked for.
const words: Record<string, string> = { "400": "Bad Request", "405": "Method Not Allowed" };

export const handle: PageHandle = { field: "nil" };

export const meta = () =>
  pageMeta({
    title: "Unexpected Application Error!",
    description: "This request could not be answered. The home page, the tools and the articles are a click away.",
    path: "/404",
    index: false,
    card: cardPath("/"),
  });

export default function RequestError() {
  const { status = "" } = useParams();
  return (
    <section data-field="nil" className="relative grid min-h-dvh items-end overflow-hidden">
      <Street className="absolute inset-x-0 top-19 h-[54%] w-full" fit="xMinYMid slice" />
      <div className="wrap-page relative py-[clamp(2rem,5vw,4rem)]">
        <h1 className="serif text-display">Unexpected Application Error!</h1>
        <p className="mt-4 mb-7 max-w-120 text-lead text-muted sm:text-wrap">
          {status} {words[status]}
        </p>
        {/* The address that is shown, whatever it is. */}
        <a className={buttonClass({ variant: "accent" })} href="?">
          Reload this page
        </a>
      </div>
    </section>
  );
}
