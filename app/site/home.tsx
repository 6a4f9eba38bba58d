import { pageMeta, organization } from "./page-meta.ts";
import type { PageHandle } from "./page-handle.ts";
import { site } from "#content/site.ts";

export const handle: PageHandle = { field: "nil" };
export const meta = () =>
  pageMeta({
    title: "Guidevane: strategic AI advisory",
    exactTitle: true,
    description: site.description,
    path: "/",
    jsonLd: [organization],
  });

export default function Home() {
  return (
    <section data-field="nil" className="pt-40">
      <h1 className="serif text-mega">AI Strategy</h1>
    </section>
  );
}
