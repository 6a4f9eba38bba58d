// Bottom right, three visible, four seconds, swipe away, Alt+T expands, Escape collapses (sonner does the last three).
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { Icon } from "./icon.tsx";
import { onToast } from "./toast.ts";

const toastClass =
  "group relative grid w-full font-sans select-none grid-cols-[1.25rem_1fr_1.75rem] gap-x-3 rounded-1 rounded-br-[1.125rem] py-3.5 pr-3 pb-4 pl-4 text-small leading-[1.4] border border-on-solid/25 shadow-2 sm:w-96 " +
  "bg-solid text-on-solid data-[type=error]:bg-danger data-[type=error]:text-on-danger";

/** By topic. The next one is its own toast: one that is on its way out would take a message that it was given along. */
const latest = new Map<string, string | number>();

const show = { plain: sonner.success, notice: sonner.info, danger: sonner.error };

export function Toaster() {
  useEffect(
    () =>
      onToast(({ title, text, tone = "plain", topic, seconds = 4, action }) => {
        const earlier = topic && latest.get(topic);
        if (earlier) sonner.dismiss(earlier);
        const shown = show[tone](title, {
          description: text,
          duration: seconds * 1000,
          ...(action && { action: { label: action.label, onClick: action.run } }),
        });
        if (topic) latest.set(topic, shown);
      }),
    [],
  );
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      gap={10}
      offset={20}
      mobileOffset={16}
      hotkey={["altKey", "KeyT"]}
      containerAriaLabel="Notifications"
      closeButton
      icons={{
        success: <Icon name="check" className="mt-0.5" />,
        info: <Icon name="info" className="mt-0.5" />,
        error: <Icon name="alert" className="mt-0.5" />,
        close: <Icon name="close" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: "Dismiss",
        classNames: {
          toast: toastClass,
          title: "font-[650]",
          content: "min-w-0",
          description: "text-ui wrap-anywhere",
          actionButton:
            "col-start-2 mt-2 min-h-6 cursor-pointer justify-self-start font-semibold underline underline-offset-3",
          closeButton: "absolute top-3 right-3 grid size-7 place-items-center rounded-1",
        },
      }}
    />
  );
}
