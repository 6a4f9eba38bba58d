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

/** What a module that is on begins at once; while it is off, its page says that it is coming. */
const opened: Record<string, string> = { "New Deal": "/admin/deals?dialog=new" };

export function QuickActions() {
  const dealsAreOn = useAreas().some(({ path, open }) => path === "/admin/deals" && open);
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {quickActions.map(({ name, icon, to }) =>
        to.startsWith("mailto:") ? (
          <a key={name} href={to} className={quickClass}>
            <Icon name={icon} className="size-4" />
            {name}
          </a>
        ) : (
          <Link key={name} to={dealsAreOn ? (opened[name] ?? to) : to} className={quickClass}>
            <Icon name={icon} className="size-4" />
            {name}
          </Link>
        ),
      )}
    </div>
  );
}
