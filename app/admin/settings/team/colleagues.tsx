// Who works here, and how one more joins: an administrator is made by whoever runs the server.
import { CopyButton } from "#app/ui/copy-button.tsx";
import { StaffNames } from "../office/staff-names.tsx";
import { Panel } from "../panel.tsx";

const command = "npm run admin -- add colleague@example.com";

export function Colleagues() {
  return (
    <>
      <AddColleague />
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

export const AddColleagueSteps = () => (
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
