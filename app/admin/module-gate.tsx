// A module's pages while it is switched on; until then what the specification shows in their place.
import { Outlet, useMatches } from "react-router";
import { allModules, isLive } from "./areas.ts";
import ComingSoon from "./coming-soon.tsx";
import { useLiveModules } from "./live-modules.ts";
import NoSuchPage from "./no-such-page.tsx";

export default function ModuleGate() {
  const live = useLiveModules();
  const keys = useMatches().flatMap(({ id }) => (id.startsWith("module-") ? [id.slice("module-".length)] : []));
  const module = allModules.find(({ key }) => keys.includes(key));
  if (module && isLive(module, live)) return <Outlet />;
  return module?.soon ? <ComingSoon /> : <NoSuchPage />;
}
