import { Link } from "react-router";
import { PageHead } from "#app/admin/shell/page-head.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { FirstSteps } from "./first-steps.tsx";

export default function FirstRun() {
  return (
    <>
      <PageHead title="Set up your firm" note="One page. Skip what you do not know yet: it waits in Settings.">
        <Link to="/admin" className={buttonClass({ variant: "line", size: "compact", className: "bg-surface" })}>
          To the dashboard
        </Link>
      </PageHead>
      <FirstSteps />
    </>
  );
}
