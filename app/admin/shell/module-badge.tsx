// What a module shows at the right of its row in the sidebar.
import { lazy, Suspense } from "react";
import { allModules } from "#app/admin/areas.ts";

const badges = allModules.flatMap(({ area, badge }) =>
  badge && typeof area === "object" ? [{ at: `/admin/${area.path}`, Badge: lazy(badge) }] : [],
);

export function ModuleBadge({ path }: { path: string }) {
  return badges.map(
    ({ at, Badge }) =>
      at === path && (
        <Suspense key={at}>
          <Badge />
        </Suspense>
      ),
  );
}
