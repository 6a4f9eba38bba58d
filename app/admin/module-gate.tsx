// A module's pages while it is switched on; until then what the specification shows in their place.
import { useQuery } from "@tanstack/react-query";
import { Outlet, useMatches } from "react-router";
import { allModules, isLive, isOn } from "./areas.ts";
import ComingSoon from "./coming-soon.tsx";
import { liveModulesQuery, noModules } from "./live-modules.ts";
import NoSuchPage from "./no-such-page.tsx";
import { NotYours } from "./not-yours.tsx";

export default function ModuleGate() {
  const modules = useQuery(liveModulesQuery);
  const live = modules.data ?? noModules;
  const keys = useMatches().flatMap(({ id }) => (id.startsWith("module-") ? [id.slice("module-".length)] : []));
  const module = allModules.find(({ key }) => keys.includes(key));
  if (module && isLive(module, live)) return <Outlet />;
  if (module && isOn(module, live)) return <NotYours />;
  // "Coming Soon" over what is there would be untrue, if only for a moment.
  if (modules.isPending) return null;
  return module?.soon ? <ComingSoon /> : <NoSuchPage />;
}
