import Content from "#content/docs/compare.mdx";
import { docComponents } from "./doc-components.tsx";
import { docMeta, DocsPage } from "./docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/docs/bootloader/compare";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path);

export default function BootloaderCompare() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
