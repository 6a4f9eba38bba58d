import Content from "#content/docs/portia.mdx";
import { docComponents } from "../docs/doc-components.tsx";
import { docMeta, DocsPage } from "../docs/docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/build/products/bootloader/portia";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path);

export default function BootloaderPortia() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
