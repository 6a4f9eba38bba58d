// One figure of the dashboard: a link to exactly its rows, or its own retry.
import type { CSSProperties, ReactNode } from "react";
import { Link, type To } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { SkeletonBar } from "#app/ui/skeleton.tsx";

/** Figures in one ruled strip. */
export const FigureStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl
    aria-label={label}
    className={classNames(
      panelClass,
      "grid grid-cols-2 overflow-hidden lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none print:grid-flow-row! print:grid-cols-4!",
    )}
  >
    {children}
  </dl>
);

/** What is not among the first four, in one line. */
export const FigureLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl aria-label={label} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-caption">
    {children}
  </dl>
);

const tones = { plain: "text-muted", warn: "font-semibold text-dev", late: "font-semibold text-danger" } as const;

interface FigureProps {
  name: string;
  value: string | null;
  note: ReactNode;
  /** Red is for what is late, orange for what takes longer than usual. */
  tone?: keyof typeof tones;
  to: To;
  /** In the line below the first four. */
  small?: boolean;
  failure: string | null;
  retry: () => void;
  retrying: boolean;
}

export const Figure = (figure: FigureProps) => (figure.small ? <InLine {...figure} /> : <InStrip {...figure} />);

const Retry = ({ name, failure, retry, retrying }: Pick<FigureProps, "name" | "failure" | "retry" | "retrying">) => (
  <Button
    variant="line"
    size="compact"
    className="relative z-1 min-h-6 py-0"
    aria-label={`Failed to load ${name}: try again`}
    title={failure ?? undefined}
    aria-busy={retrying}
    onClick={retry}
  >
    {retrying ? "Trying..." : "Try again"}
  </Button>
);

function InLine({ name, value, note, tone = "plain", to, ...state }: FigureProps) {
  return (
    <div
      data-figure={name}
      title={typeof note === "string" ? note : undefined}
      className="relative flex min-h-6 items-baseline gap-1.5 rounded-1 hover:underline max-sm:min-h-9 max-sm:items-center"
    >
      <dt className="text-muted">
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {name}
        </Link>
      </dt>
      <dd className={classNames("min-w-4", tone === "plain" ? "font-semibold" : tones[tone])}>
        {state.failure !== null ? <Retry name={name} {...state} /> : (value ?? "…")}
      </dd>
    </div>
  );
}

function InStrip({ name, value, note, tone = "plain", to, ...state }: FigureProps) {
  const { failure } = state;
  // A word is no figure, and is not set as one.
  const isWord = value !== null && !/\d/.test(value);
  return (
    <div
      data-figure={name}
      // The same height while it loads, when it failed and when it is there.
      className="relative -mt-px -ml-px grid h-34 content-start border-t border-l border-line px-5 pt-4 hover:bg-sunken max-lg:last:odd:col-span-2 max-sm:px-4 print:h-24 print:pt-2"
    >
      <dt className="text-caption text-muted">
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {name}
        </Link>
      </dt>
      <dd
        className={classNames(
          "mt-1",
          isWord
            ? "py-1.5 text-base font-semibold"
            : // A long sum is set smaller, not cut: half a phone, or a quarter of a window, is what it has.
              "serif text-[min(2.25rem,calc(30rem/var(--length)))] leading-[1.1] tracking-[-0.03em] max-sm:text-[min(1.75rem,calc(16rem/var(--length)))]",
        )}
        style={{ "--length": value?.length ?? 1 } as CSSProperties}
      >
        {value ?? (failure === null ? <SkeletonBar className="mt-2 h-6 w-1/2" /> : "?")}
      </dd>
      <dd className={classNames("mt-0.5 line-clamp-2 text-caption", tones[tone])}>
        {failure !== null ? <Retry name={name} {...state} /> : (note ?? "\u00a0")}
      </dd>
    </div>
  );
}
