import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useAreas } from "#app/admin/live-modules.ts";
import { site } from "#content/site.ts";
import { useSession } from "#app/auth/session.tsx";
import { useMessagesLeave } from "#app/lib/publishing.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { AreaViews } from "./area-views.tsx";
import { isCurrentArea } from "./current-area.ts";
import { ModuleBadge } from "./module-badge.tsx";

const groups = [null, "Clients", "Outreach", "Work", "System"] as const;

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-ground">
      <Link to="/admin" onClick={onNavigate} className="flex min-h-14 items-center px-4.5 pt-2">
        <Logo name={site.name} size="compact" />
      </Link>
      <Areas onNavigate={onNavigate} />
      <PublishingPanel />
      <Me />
    </div>
  );
}

function Areas({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const areas = useAreas();
  const nav = useRef<HTMLElement>(null);
  // Areas of modules come a moment later and move the others.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!nav.current || !link) return;
    const [around, at] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    // Only the sidebar, and only where one would not see it: the page stays where it is.
    if (at.bottom > around.bottom || at.top < around.top)
      nav.current.scrollTop += at.top - around.top - around.height / 2;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is shown changes with them
  }, [pathname, areas.length]);
  return (
    // It scrolls; SAFE and the account stay in sight, unless the window is too low for both.
    <nav ref={nav} aria-label="Admin" className="flex-1 overflow-y-auto px-2.5 py-1 [@media(height>=34rem)]:min-h-0">
      {/* A group that holds nothing for this person has no name either. */}
      {groups
        .filter((group) => areas.some((area) => area.group === group))
        .map((group) => (
          <div key={group}>
            {group && <p className="px-2.5 pt-3 pb-1 text-xs text-muted">{group}</p>}
            <ul>
              {areas
                .filter((area) => area.group === group)
                .map((area) => (
                  <li key={area.path}>
                    <Link
                      to={area.path}
                      onClick={onNavigate}
                      aria-current={isCurrentArea(area.path, pathname) ? "page" : undefined}
                      className={classNames(
                        "group flex min-h-7.25 items-center gap-2.5 rounded-1 px-2.5 py-0.5 font-[520] -outline-offset-2 hover:bg-shade",
                        "aria-[current=page]:bg-nil aria-[current=page]:font-[620] max-lg:min-h-11",
                      )}
                    >
                      <Icon name={area.icon} className="size-4.25 text-muted group-aria-[current=page]:text-ink" />
                      {area.name}
                      {area.open ? (
                        <ModuleBadge path={area.path} />
                      ) : (
                        <small className="ml-auto text-xs font-normal text-muted">Soon</small>
                      )}
                    </Link>
                    {area.open && <AreaViews path={area.path} onNavigate={onNavigate} />}
                  </li>
                ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

function PublishingPanel() {
  const autoPublish = useMessagesLeave();
  const how = runtimeSettings.publishingIsFixed ? "AUTO_PUBLISH is true." : "Switched on in Settings.";
  return (
    <section
      aria-label="External publishing"
      className="m-2.5 rounded-1 rounded-br-[0.875rem] border border-line bg-surface px-3 py-2.75 text-caption leading-[1.4]"
    >
      <p
        className={classNames("mb-0.75 flex items-center gap-1.75 font-[620]", autoPublish ? "text-dev" : "text-live")}
      >
        <Icon name="lock" className="size-4" />
        {autoPublish ? "External Publishing: ON" : "External Publishing: SAFE"}
      </p>
      <p className="text-muted">
        {autoPublish ? how : "External publishing is disabled."} Hosted deploys work normally.
      </p>
    </section>
  );
}

function Me() {
  const { user, access, signOut } = useSession();
  return (
    <div className="grid grid-cols-1 gap-2.5 border-t border-line px-3.5 pt-3 pb-3.5">
      <div className="flex items-center justify-between gap-2 text-caption">
        <span className="truncate" title={user?.email}>
          {user?.email}
        </span>
        <Chip>{access?.is_owner === false ? (access.roles[0] ?? "No role") : "Admin"}</Chip>
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        <a href="/" className={buttonClass({ variant: "line", size: "compact" })}>
          Back to Site
        </a>
        <Button variant="line" size="compact" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </div>
    </div>
  );
}
