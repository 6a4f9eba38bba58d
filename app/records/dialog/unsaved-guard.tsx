// Keeps people from losing what they typed: by Cancel, Escape, Back, a link, a reload or closing the tab.
import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { FormDialog } from "#app/ui/form-dialog.tsx";

/** What must stay the same in the address for the form to stay open. */
const formAt = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search);
  return [pathname, params.get("tab"), params.get("dialog"), params.get("id")].join(" ");
};

export function UnsavedGuard({ unsaved, onDiscard }: { unsaved: () => boolean; onDiscard: () => void }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // An expired session leads to sign-in and back; the draft is kept, so nothing is lost there.
    if (nextLocation.pathname === "/auth" || !unsaved()) return false;
    return formAt(currentLocation) !== formAt(nextLocation);
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  const stay = () => blocker.reset?.();
  const leave = () => {
    onDiscard();
    blocker.proceed?.();
  };
  return (
    <FormDialog
      narrow
      open={blocker.state === "blocked"}
      onClose={stay}
      title="Discard your changes?"
      keep="Keep editing"
      confirm="Discard changes"
      danger
      autofocus="keep"
      onConfirm={leave}
    >
      <p>What you typed has not been saved.</p>
    </FormDialog>
  );
}
