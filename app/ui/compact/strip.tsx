import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";

const tones = {
  safe: "border-transparent bg-live-bg text-live",
  warn: "border-transparent bg-dev-bg text-dev",
  danger: "border-transparent bg-danger-bg text-danger",
  plain: "border-line bg-surface",
} as const;
const icons: Record<keyof typeof tones, IconName> = { safe: "lock", warn: "alert", danger: "alert", plain: "info" };

/** A notice of one line: green for SAFE, orange for something to fix, plain for information. At most one on a page. */
export function Strip({
  tone,
  children,
  action,
}: {
  tone: keyof typeof tones;
  children: ReactNode;
  /** At the right. */
  action?: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-1 rounded-br-[0.875rem] border px-3.5 py-2.5 text-caption",
        tones[tone],
      )}
    >
      <Icon name={icons[tone]} className="size-4.5" />
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">{children}</p>
      {action}
    </div>
  );
}
