// The administrator's own account: name, password, passkeys, second factors, sessions.
import { Link } from "react-router";
import { PageHead } from "#app/admin/shell/page-head.tsx";
import { useSession } from "#app/auth/session.tsx";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { ChangePassword } from "./change-password.tsx";
import { FormatChoicePanel } from "./format-choice.tsx";
import { OwnName } from "./own-name.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactors } from "./second-factors.tsx";
import { Sessions } from "./sessions.tsx";

export default function Security() {
  const { user } = useSession();
  return (
    <>
      <nav aria-label="Breadcrumb">
        <Link
          to="/admin/settings"
          className="text-muted underline decoration-control underline-offset-3 hover:text-ink"
        >
          Settings
        </Link>
      </nav>
      <PageHead title="Account security" note={user?.email} />
      <OwnName />
      <FormatChoicePanel />
      <SecurityPanels />
    </>
  );
}

/** The same on its own page and in Settings. */
export function SecurityPanels() {
  const { user } = useSession();
  return (
    <>
      <ChangePassword email={user?.email ?? ""} />
      {runtimeSettings.passkeys && <Passkeys />}
      <SecondFactors />
      <Sessions />
    </>
  );
}
