import Content from "#content/docs/quickstart.mdx";
import { docComponents } from "./doc-components.tsx";
import { docMeta, DocsPage } from "./docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/docs/bootloader/quickstart";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path, { how: true });

export default function BootloaderQuickstart() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
