import { contactLink } from "#content/subjects.ts";
import { pageMeta } from "../page-meta.ts";
import { extenderProduct } from "./extender-product.ts";
import { ExtenderSheet } from "./extender-sheet.tsx";

const path = "/tools/gpt-extender-lite";

export const meta = () =>
  pageMeta({
    title: "GPT Extender Lite",
    description: "A browser extension that saves a whole chat session as a text file. One click, $5 once, under 50KB.",
    path,
    jsonLd: [extenderProduct(path)],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "GPT Extender Lite", path },
    ],
  });

export default function GptExtenderLite() {
  return <ExtenderSheet supportHref={contactLink("GPT Extender Lite Support")} upLink />;
}
