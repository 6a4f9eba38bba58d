// Where lists, calendars and menus of the back office open. The library puts them at the end of the page; behind the browser's own
// modal dialogs nothing can be reached there. This host stands where it is written, inside the dialog, and is shown above it.
import { type ReactNode, useCallback, useState } from "react";
import { UNSAFE_PortalProvider } from "react-aria/PortalProvider";

export function useTopLayer() {
  const [host, setHost] = useState<HTMLElement | null>(null);
  /** Before something opens in it: what was shown last lies on top. */
  const raise = useCallback(() => {
    if (!host?.isConnected) return;
    host.hidePopover();
    host.showPopover();
  }, [host]);
  const layer = (children: ReactNode) => (
    <>
      <div
        ref={setHost}
        popover="manual"
        className="pointer-events-none fixed inset-0 m-0 size-full max-h-none max-w-none overflow-visible border-0 bg-transparent p-0 text-ui text-ink *:pointer-events-auto"
      />
      <UNSAFE_PortalProvider getContainer={() => host}>{children}</UNSAFE_PortalProvider>
    </>
  );
  return { layer, raise, isReady: host !== null };
}

export const floating =
  "overflow-y-auto rounded-1 border border-line bg-surface p-1 text-ui text-ink shadow-2 outline-none";
export const floatingItem =
  "cursor-pointer truncate rounded-1 px-2.5 py-1.5 outline-none data-[focused]:bg-nil data-[disabled]:text-muted max-sm:min-h-11";
