import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { PageHead } from "./shell/page-head.tsx";

export default function NoSuchPage() {
  const { pathname } = useLocation();
  useEffect(() => console.error("404: no such page in the back office:", pathname), [pathname]);
  return (
    <PageHead title="Page not found" note={<p className="wrap-anywhere">There is nothing at {pathname}.</p>}>
      <Link to="/admin" className={buttonClass({ variant: "line", size: "compact" })}>
        Go to the dashboard
      </Link>
    </PageHead>
  );
}
