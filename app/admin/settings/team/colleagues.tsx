// Lists the staff and shows how to add a colleague: administrators are added on the server, by command.
import { Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { StaffNames } from "../office/staff-names.tsx";
import { useModuleTabs } from "../module-tabs.tsx";
import { Panel } from "../panel.tsx";

const command = "npm run admin -- add colleague@example.com";

export function Colleagues() {
  return (
    <>
      {!useInvitingTab() && <AddColleague />}
      <StaffNames />
    </>
  );
}

export function AddColleague() {
  return (
    <Panel title="Add a colleague" note="Colleagues are administrators: they see and do what you do.">
      <AddColleagueSteps />
    </Panel>
  );
}

/** The tab of the module that invites colleagues; undefined while it is off. */
const useInvitingTab = () => useModuleTabs().find(({ group }) => group === "Team")?.id;

export function AddColleagueSteps() {
  const tab = useInvitingTab();
  return tab ? (
    <Link
      to={`/admin/settings?tab=${tab}`}
      className={buttonClass({ size: "compact", className: "justify-self-start" })}
    >
      Invite a colleague
    </Link>
  ) : (
    <OnTheServer />
  );
}

const OnTheServer = () => (
  <div className="grid gap-3">
    <p>
      Run this where the server runs, with your colleague’s address. It prints a password to hand over; they change it
      under Security.
    </p>
    <p className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-1 bg-sunken px-2.5 py-1.5 text-caption wrap-anywhere">{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </p>
  </div>
);
