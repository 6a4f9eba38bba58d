// A page of an area that the person's role does not open: the specified words, and whom to ask.
import { myAccess } from "#app/lib/access.ts";
import { StateScreen } from "./shell/state-screen.tsx";

export function NotYours() {
  const { owners, roles } = myAccess();
  return (
    <StateScreen art="ring-shut" title="Access Denied">
      <p className="text-muted">You need admin privileges to access this area.</p>
      {owners.length > 0 && (
        <p>
          Your role is {roles.join(", ")}. Ask {new Intl.ListFormat("en", { type: "disjunction" }).format(owners)} to
          open it for you.
        </p>
      )}
    </StateScreen>
  );
}
