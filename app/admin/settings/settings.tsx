// Everything that is set, in groups that a person looks for it in. The specified tabs keep their names and their content.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import type { SettingsGroup } from "#domain/module.ts";
import type { Right } from "#domain/rights.ts";
import { FlagList } from "#app/admin/flag-list.tsx";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { may, mayAll } from "#app/lib/access.ts";
import { firstStepsQuery } from "#app/lib/firm.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { FilePaths } from "./file-paths.tsx";
import { Integrations } from "./integrations.tsx";
import { useModuleTabs } from "./module-tabs.tsx";
import { Modules } from "./modules.tsx";
import { Publishing } from "./publishing.tsx";
import { SettingsIndex, type SettingsTab } from "./settings-index.tsx";

/** Loaded when it is shown. */
const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const FirstSteps = later(() => import("../first-run/first-steps.tsx").then((module) => module.FirstSteps));
const Profile = later(() => import("./you/profile.tsx").then((module) => module.Profile));
const Security = later(() => import("./security.tsx").then((module) => module.SecurityPanels));
const Colleagues = later(() => import("./team/colleagues.tsx").then((module) => module.Colleagues));
const Firm = later(() => import("./firm/firm.tsx").then((module) => module.Firm));
const Office = later(() => import("./office/office.tsx").then((module) => module.Office));
const Mail = later(() => import("./mail/mail.tsx").then((module) => module.Mail));
const Fields = later(() => import("./fields/fields.tsx").then((module) => module.Fields));
const Tags = later(() => import("./tags/tags.tsx").then((module) => module.Tags));
const SampleFirm = later(() => import("./sample/sample-firm.tsx").then((module) => module.SampleFirm));
const SystemTests = later(() => import("../system-tests/system-tests.tsx").then((module) => module.SystemTestPanels));

const Flags = () => (
  <>
    <section aria-label="Feature flags" className={panelClass}>
      <FlagList />
    </section>
    <Publishing />
  </>
);

/** The specified three come first. What needs a database that this server can reach is left out where there is none. */
const own: readonly {
  id: string;
  label: string;
  group: SettingsGroup;
  Part: ComponentType;
  needsDatabase?: true;
  /** Without one it is everyone's own. */
  may?: Right;
  /** Where a module brings a tab to the group, it stands in that tab: what belongs together has one place. */
  joins?: true;
}[] = [
  { id: "integrations", label: "Integrations", group: "System", Part: Integrations, may: "settings read" },
  { id: "flags", label: "Feature Flags", group: "System", Part: Flags, may: "settings read" },
  { id: "paths", label: "File Paths", group: "System", Part: FilePaths, may: "settings read" },
  { id: "tests", label: "System Tests", group: "System", Part: SystemTests, may: "settings edit" },
  { id: "profile", label: "Profile", group: "You", Part: Profile, needsDatabase: true },
  { id: "security", label: "Security", group: "You", Part: Security },
  { id: "colleagues", label: "Team", group: "Team", Part: Colleagues, may: "staff read", joins: true },
  {
    id: "first-steps",
    label: "First steps",
    group: "Firm",
    Part: FirstSteps,
    needsDatabase: true,
    may: "settings edit",
  },
  { id: "firm", label: "Firm", group: "Firm", Part: Firm, needsDatabase: true, may: "settings edit" },
  { id: "office", label: "Office", group: "Office", Part: Office, may: "office edit" },
  { id: "modules", label: "Modules", group: "Modules", Part: Modules, may: "settings edit" },
  { id: "mail", label: "Mail", group: "Mail", Part: Mail, needsDatabase: true, may: "settings edit" },
  { id: "fields", label: "Fields", group: "Data", Part: Fields, may: "settings edit" },
  { id: "tags", label: "Tags", group: "Data", Part: Tags, may: "crm edit" },
  { id: "sample", label: "Sample firm", group: "Data", Part: SampleFirm, needsDatabase: true, may: "settings edit" },
];

export default function Settings() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") ?? "";
  const steps = useQuery({
    ...firstStepsQuery,
    enabled: runtimeSettings.serverHasDatabase && may("settings", "edit"),
  });
  const isSetUp = steps.data ? Object.values(steps.data.steps).every((state) => state === "done") : true;
  const shown = own.filter(
    ({ id, needsDatabase, may: right }) =>
      (right === undefined || mayAll([right])) &&
      (runtimeSettings.serverHasDatabase || !needsDatabase) &&
      (id !== "first-steps" || !isSetUp || tab === id),
  );
  const moduleTabs = useModuleTabs();
  const hostOf = ({ group, joins }: (typeof own)[number]) => moduleTabs.find((each) => joins && each.group === group);
  const asked = shown.find(({ id }) => id === tab);
  const wanted = (asked && hostOf(asked)?.id) ?? tab;
  const start = shown.some(({ id }) => id === "integrations") ? "integrations" : "security";
  const isKnown = asked !== undefined || moduleTabs.some(({ id }) => id === wanted);
  const selected = isKnown ? wanted : start;
  const tabs: SettingsTab[] = [
    ...shown.filter((each) => !hostOf(each)).map((each) => ({ ...each, Parts: [each.Part] })),
    ...moduleTabs.map((each) => ({
      ...each,
      Parts: [each.Part, ...shown.filter((one) => hostOf(one) === each).map(({ Part }) => Part)],
    })),
  ].map(({ id, label, group, Parts }) => ({
    id,
    label,
    group,
    panel:
      id === selected &&
      Parts.map((Part, index) => (
        <Suspense key={index} fallback={<LoadingRows rows={5} />}>
          <Part />
        </Suspense>
      )),
  }));
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
      <SettingsIndex tabs={tabs} selected={selected} onSelect={(id) => setParams(id === start ? {} : { tab: id })} />
    </>
  );
}
