import Content from "#content/docs/observability.mdx";
import { docComponents } from "./doc-components.tsx";
import { docMeta, DocsPage } from "./docs-page.tsx";
import type { PageHandle } from "../page-handle.ts";

const path = "/docs/bootloader/observability";

export const handle: PageHandle = { skipTo: "article" };
export const meta = () => docMeta(path);

export default function BootloaderObservability() {
  return (
    <DocsPage path={path}>
      <Content components={docComponents} />
    </DocsPage>
  );
}
