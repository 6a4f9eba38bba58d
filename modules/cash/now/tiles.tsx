// Four figures for each currency. Each opens the lines that it is the sum of.
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import type { Overview, Sum } from "../cash-data.ts";
import { type FigureLines, figureIn, figureText } from "../figure-address.ts";

export function Tiles({ overview }: { overview: Overview }) {
  return (
    <section aria-label="Figures" className={`${panelClass} rounded-br-turn-dialog`}>
      {overview.sums.map((sum) => (
        <OfCurrency key={sum.currency} sum={sum} many={overview.sums.length > 1} />
      ))}
    </section>
  );
}

function OfCurrency({ sum, many }: { sum: Sum; many: boolean }) {
  const { currency } = sum;
  const agreed = sum.next_agreed_lines > 0;
  return (
    <dl
      aria-label={currency}
      className="grid grid-cols-2 border-b border-line last:border-0 sm:grid-cols-4 max-sm:[&>*:nth-child(2n)]:border-l max-sm:[&>*:nth-child(n+3)]:border-t sm:[&>*:not(:first-child)]:border-l"
    >
      <Figure
        name={many ? `Received, ${currency}` : "Received"}
        minor={sum.received_minor}
        lines={sum.received_lines}
        note="this month"
        of={{ kind: "received", currency }}
      />
      <Figure
        name="Owed"
        minor={sum.owed_minor}
        lines={sum.owed_lines}
        note="not due yet"
        of={{ kind: "owed", currency }}
      />
      <Figure
        name="Overdue"
        minor={sum.overdue_minor}
        lines={sum.overdue_lines}
        note={sum.overdue_lines === 0 ? "Nothing is late" : countOf(sum.overdue_lines, "request")}
        late={sum.overdue_lines > 0}
        of={{ kind: "overdue", currency }}
      />
      <Figure
        name="Next 30 days"
        minor={sum.next_asked_minor}
        lines={sum.next_asked_lines}
        note="asked for"
        of={{ kind: "owed", next: true, currency }}
        more={
          agreed && {
            text: `and ${formatMoney(sum.next_agreed_minor, currency)} agreed`,
            of: { kind: "agreed", next: true, currency },
          }
        }
      />
    </dl>
  );
}

function Figure({
  name,
  minor,
  lines,
  note,
  late = false,
  of,
  more,
}: {
  name: string;
  minor: number;
  lines: number;
  note: string;
  late?: boolean;
  of: FigureLines;
  more?: { text: string; of: FigureLines } | false;
}) {
  const { params, link } = useAddress();
  const open = figureIn(params);
  const address = (figure: FigureLines) =>
    link({ rows: figureText(figure), currency: figure.currency ?? null, page: null });
  const isOpen = (figure: FigureLines) =>
    open !== null && figureText(open) === figureText(figure) && open.currency === figure.currency;
  return (
    <div
      data-figure={name}
      className={classNames(
        "relative grid content-start border-line px-4 py-3",
        lines > 0 && "hover:bg-sunken",
        isOpen(of) && "bg-nil hover:bg-nil",
      )}
    >
      <dt className="text-caption text-muted">
        {lines > 0 ? (
          <Link
            to={address(of)}
            preventScrollReset
            aria-current={isOpen(of) ? "true" : undefined}
            className="-outline-offset-2 after:absolute after:inset-0"
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="serif text-[1.375rem] leading-[1.2] tracking-[-0.02em] wrap-anywhere">
        {formatMoney(minor, of.currency ?? "")}
      </dd>
      <dd className={classNames("text-caption", late ? "font-semibold text-danger" : "text-muted")}>{note}</dd>
      {more && (
        <dd className="relative z-1 text-caption">
          <Link
            to={address(more.of)}
            preventScrollReset
            className="inline-block min-h-6 underline decoration-control underline-offset-3 hover:decoration-ink"
          >
            {more.text}
          </Link>
        </dd>
      )}
    </div>
  );
}
