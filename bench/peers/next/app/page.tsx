import { HeaderManners, LazyToaster } from "../own/client-parts.tsx";
import { ClosingBlock } from "../product/app/site/closing-block.tsx";
import Home from "../product/app/site/home.tsx";
import { SiteHeader } from "../product/app/site/site-header.tsx";

export default function Page() {
  return (
    <>
      <SiteHeader field="nil" path="/" brandOnly={false} />
      <main id="main">
        <Home />
      </main>
      <ClosingBlock shape="full" />
      <HeaderManners />
      <LazyToaster />
    </>
  );
}
