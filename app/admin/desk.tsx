// Between the shell and its pages: tells the records kit who works here and what the modules bring.
import { lazy, useMemo } from "react";
import { Outlet } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { type Desk, DeskProvider, type Panel } from "#app/records/desk.ts";
import { IconTips } from "#app/ui/desk/icon-tips.tsx";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

/** Once per panel: a part that is loaded again at each look would be drawn anew each time. */
const panels = allModules.flatMap((module) =>
  (module.panels ?? []).map(({ of, place, load }, index) => {
    const panel: Panel = { key: `${module.key} ${index}`, place, Part: lazy(load) };
    return { module, of, panel };
  }),
);

export default function DeskLayout() {
  const { user } = useSession();
  const live = useLiveModules();
  const desk = useMemo<Desk>(() => {
    const shown = panels.filter(({ module }) => isLive(module, live));
    return {
      userId: user?.id ?? "",
      entities: allModules.flatMap(({ entity }) => entity ?? []),
      panelsOf: (table) => shown.filter(({ of }) => of === table).map(({ panel }) => panel),
    };
  }, [user?.id, live]);
  return (
    <DeskProvider value={desk}>
      <Outlet />
      <IconTips />
    </DeskProvider>
  );
}
