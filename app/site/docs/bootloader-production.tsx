import Content from "#content/docs/production.mdx";
import { docComponents } from "./doc-components.tsx";
import { docMeta, DocsPage } from "./docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/docs/bootloader/production";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path);

export default function BootloaderProduction() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
