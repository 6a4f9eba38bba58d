// The same sheet without the site around it: the only page of the tools host.
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import type { PageHandle } from "../page-handle.ts";
import { cardPath, pageMeta } from "../page-meta.ts";
import { extenderProduct } from "./extender-product.ts";
import { ExtenderSheet } from "./extender-sheet.tsx";

export const handle: PageHandle = { header: "brand", closing: "line" };

// The product page is the canonical one; this address stays out of search results.
const canonical = "/tools/gpt-extender-lite";

export const meta = () =>
  pageMeta({
    title: "GPT Extender Lite: save chats as text files",
    description:
      "Save any chat session as a plain text file with one click. A browser extension for $5, paid once, under 50KB.",
    path: canonical,
    index: false,
    card: cardPath(canonical),
    jsonLd: [extenderProduct(canonical)],
  });

export default function GptExtenderLiteStandalone() {
  // On the tools host every other path leads back here, so support is linked by its full address.
  return <ExtenderSheet supportHref={site.url + contactLink("GPT Extender Lite Support")} upLink={false} />;
}
