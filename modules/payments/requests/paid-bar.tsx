import { classNames } from "#app/ui/class-names.ts";

/** How much of an amount is there: full, and hatched for the rest. */
export function PaidBar({ received, amount, className }: { received: number; amount: number; className?: string }) {
  const percent = amount > 0 ? Math.max(0, Math.min(100, Math.floor((received / amount) * 100))) : 0;
  return (
    <span
      className={classNames(
        "block h-2 border border-ink bg-[repeating-linear-gradient(115deg,transparent_0_3px,var(--control)_3px_4px)]",
        className,
      )}
    >
      <span className="sr-only">{percent}% paid</span>
      <i className="block h-full bg-ink" style={{ width: `${percent}%` }} />
    </span>
  );
}
