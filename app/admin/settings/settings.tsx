// What is configured, which flags are on, where files go, which modules are live. Secrets are set by the operator, never here.
import { lazy, type ReactNode, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { allModules, isLive } from "#app/admin/areas.ts";
import { FlagList } from "#app/admin/flag-list.tsx";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { FilePaths } from "./file-paths.tsx";
import { Integrations } from "./integrations.tsx";
import { useModuleTabs } from "./module-tabs.tsx";
import { Modules } from "./modules.tsx";
import { Publishing } from "./publishing.tsx";

const Office = lazy(() => import("./office/office.tsx").then((module) => ({ default: module.Office })));
const Fields = lazy(() => import("./fields/fields.tsx").then((module) => ({ default: module.Fields })));
const Tags = lazy(() => import("./tags/tags.tsx").then((module) => ({ default: module.Tags })));
const ids = ["integrations", "flags", "paths", "modules", "office", "fields", "tags"];

export default function Settings() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") ?? "";
  const live = useLiveModules();
  // Nothing asks for the office's hours while every module is off.
  const isUsed = allModules.some((module) => module.live === "switched" && isLive(module, live));
  const hasOffice = tab === "office" || isUsed;
  const hasRecords = tab === "fields" || tab === "tags" || isUsed;
  const ofModules = useModuleTabs(tab);
  return (
    <>
      <PageHead title="Settings">
        <Link
          to="/admin/settings/security"
          className={buttonClass({ variant: "line", size: "compact", className: "bg-surface" })}
        >
          <Icon name="lock" className="size-4" />
          Account security
        </Link>
      </PageHead>
      <Tabs
        label="Settings"
        tone="ink"
        selected={ids.includes(tab) || ofModules.some(({ id }) => id === tab) ? tab : "integrations"}
        onSelect={(id) => setParams(id === "integrations" ? {} : { tab: id })}
        tabs={[
          { id: "integrations", label: "Integrations", panel: <Integrations /> },
          {
            id: "flags",
            label: "Feature Flags",
            panel: (
              <div className="grid gap-5">
                <section aria-label="Feature flags" className={panelClass}>
                  <FlagList />
                </section>
                <Publishing />
              </div>
            ),
          },
          { id: "paths", label: "File Paths", panel: <FilePaths /> },
          { id: "modules", label: "Modules", panel: <Modules /> },
          ...(hasOffice
            ? [
                {
                  id: "office",
                  label: "Office",
                  panel: tab === "office" && <Late part={<Office />} />,
                },
              ]
            : []),
          ...(hasRecords
            ? [
                { id: "fields", label: "Fields", panel: tab === "fields" && <Late part={<Fields />} /> },
                { id: "tags", label: "Tags", panel: tab === "tags" && <Late part={<Tags />} /> },
              ]
            : []),
          ...ofModules,
        ]}
      />
    </>
  );
}

const Late = ({ part }: { part: ReactNode }) => <Suspense fallback={<LoadingRows rows={5} />}>{part}</Suspense>;
