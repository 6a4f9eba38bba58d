// What is begun most often, beside the greeting.
import { Link } from "react-router";
import { useAreas } from "#app/admin/live-modules.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const quickActions: readonly { name: string; icon: IconName; to: string }[] = [
  { name: "New Contact", icon: "user", to: "/admin/crm?tab=contacts&dialog=new" },
  { name: "New Deal", icon: "deal", to: "/admin/deals" },
  { name: "Send Email", icon: "mail", to: "mailto:" },
  { name: "New Task", icon: "task", to: "/admin/tasks" },
];
const quickClass = buttonClass({ variant: "line", size: "desk", className: "bg-surface max-sm:min-h-11 max-sm:grow" });

/** What a module that is on begins at once; while it is off, its page says that it is coming, and mail is the person's own program. */
const opened: Record<string, { area: string; to: string }> = {
  "New Deal": { area: "/admin/deals", to: "/admin/deals?dialog=new" },
  "Send Email": { area: "/admin/outbox", to: "/admin/outbox?dialog=new" },
};

export function QuickActions() {
  const areas = useAreas();
  const isOpen = (area: string | undefined) => areas.some(({ path, open }) => path === area && open);
  const shown = quickActions.map((action) => {
    const live = opened[action.name];
    return live && isOpen(live.area) ? { ...action, to: live.to } : action;
  });
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {shown.map(({ name, icon, to }) =>
        to.startsWith("mailto:") ? (
          <a key={name} href={to} className={quickClass}>
            <Icon name={icon} className="size-4" />
            {name}
          </a>
        ) : (
          <Link key={name} to={to} className={quickClass}>
            <Icon name={icon} className="size-4" />
            {name}
          </Link>
        ),
      )}
    </div>
  );
}
