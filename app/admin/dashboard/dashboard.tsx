// The specified dashboard with its sample figures; live ones, and no sample among them, once a module with figures is switched on.
import { useQuery } from "@tanstack/react-query";
import { hasLiveFigures } from "#app/admin/areas.ts";
import { liveModulesQuery } from "#app/admin/live-modules.ts";
import { PageTitle } from "#app/admin/shell/page-title.tsx";
import { LiveDashboard } from "./live-dashboard.tsx";
import { SampleDashboard } from "./sample-dashboard.tsx";

export default function Dashboard() {
  const modules = useQuery(liveModulesQuery);
  // Which of the two it is must be known first: sample figures that turn into others would be taken for true.
  if (modules.isPending) return <PageTitle>Dashboard</PageTitle>;
  const live = modules.data ?? new Set<string>();
  return hasLiveFigures(live) ? <LiveDashboard live={live} /> : <SampleDashboard />;
}
