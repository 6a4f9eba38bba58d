// The look of a filter above a list: its name in 600, what it is set to in 400, and a cross that lifts it. Opens where it is changed.
import { type ReactNode, useLayoutEffect } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { filterBox } from "../field-kinds/filter-box.ts";

export function FilterChip({
  label,
  value,
  isSet,
  open,
  onOpenChange,
  onClear,
  children,
}: {
  label: string;
  /** "any", "Customer", "in the last 30 days". */
  value: string;
  isSet: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClear: () => void;
  children: ReactNode;
}) {
  const { layer, raise, isReady } = useTopLayer();
  // A chip may be open from the start, without a press of its button.
  useLayoutEffect(() => {
    if (open) raise();
  }, [open, raise]);
  return (
    <span
      className={classNames(filterBox, "inline-flex max-w-full min-w-0 items-center pr-0.5 pl-0", isSet && "bg-nil!")}
    >
      {layer(
        <DialogTrigger
          {...(open !== undefined && { isOpen: open && isReady })}
          onOpenChange={(next) => {
            if (next) raise();
            onOpenChange?.(next);
          }}
        >
          <Button
            aria-label={`${label}: ${value}`}
            className="inline-flex min-h-8 min-w-0 items-center gap-1 rounded-1 pr-1 pl-3 max-sm:min-h-10"
          >
            <span className="font-semibold whitespace-nowrap">{label}:</span>{" "}
            <span className="max-w-56 truncate font-normal">{value}</span>
            {!isSet && <Icon name="chevron" className="size-3.5 text-muted" />}
          </Button>
          <Popover placement="bottom start" offset={6} className={classNames(floating, "w-72 p-3")}>
            <Dialog aria-label={`Filter ${label}`} className="grid gap-3 outline-none">
              {children}
            </Dialog>
          </Popover>
        </DialogTrigger>,
      )}
      {isSet && <IconButton name="close" label={`Remove filter ${label}`} size="compact" onClick={onClear} />}
    </span>
  );
}
