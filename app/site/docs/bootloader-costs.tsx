import Content from "#content/docs/costs.mdx";
import { docComponents } from "./doc-components.tsx";
import { docMeta, DocsPage } from "./docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/docs/bootloader/costs";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path);

export default function BootloaderCosts() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
