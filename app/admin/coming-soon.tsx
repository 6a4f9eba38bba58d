import { Link, useLocation } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { useAreas } from "./live-modules.ts";
import { StateScreen } from "./shell/state-screen.tsx";
import { PageTitle } from "./shell/page-title.tsx";

export default function ComingSoon() {
  const { pathname } = useLocation();
  const area = useAreas().find(({ path }) => path === pathname.replace(/\/+$/, ""))?.name ?? "This area";
  return (
    <section aria-label={area} className="rounded-1 border border-line bg-surface">
      <PageTitle>{area}</PageTitle>
      <StateScreen art="ring-soon" title="Coming Soon">
        <p className="max-w-96 text-muted">{area} is not open yet. Accounts and contacts already work.</p>
        <Link to="/admin/crm" className={buttonClass({ variant: "line", size: "compact", className: "mt-3" })}>
          Go to CRM
        </Link>
      </StateScreen>
    </section>
  );
}
