// What is begun most often, beside the greeting: offered by the modules.
import { Link } from "react-router";
import { allModules, isAllowed, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon, isIconName } from "#app/ui/icon.tsx";

const quickClass = buttonClass({
  variant: "line",
  size: "compact",
  className: "bg-surface max-sm:min-h-11 max-sm:grow",
});

export function QuickActions() {
  const live = useLiveModules();
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {allModules.flatMap((module) =>
        (module.startActions ?? []).filter(isAllowed).map(({ name, icon, to, whileOff = to }) => {
          const target = isLive(module, live) ? to : whileOff;
          const content = (
            <>
              {isIconName(icon) && <Icon name={icon} className="size-4" />}
              {name}
            </>
          );
          return target.startsWith("mailto:") ? (
            <a key={name} href={target} className={quickClass}>
              {content}
            </a>
          ) : (
            <Link key={name} to={target} className={quickClass}>
              {content}
            </Link>
          );
        }),
      )}
    </div>
  );
}
