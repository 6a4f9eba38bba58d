// Ours to theirs: ties are bundles of lines, one line is ten points; a line without an answer is dashed and stops halfway. The same numbers
// are in the table.
import { useEffect, useRef, useState } from "react";
import type { Tie } from "../relationships-data.ts";

const gapOfLines = 3.2;
const lines = (strength: number) => Math.max(1, Math.round(strength / 10));
const firstName = (name: string) => name.split(" ")[0] ?? name;

interface Side {
  id: string;
  name: string;
  about: string;
}

/** In the order in which they come: the strongest first. */
const sidesOf = (ties: readonly Tie[]) => {
  const ours = new Map<string, Side>();
  const theirs = new Map<string, Side>();
  for (const tie of ties) {
    const id = tie.staff_id ?? tie.staff_name;
    ours.set(id, { id, name: tie.staff_name, about: tie.staff_left ? "Left" : "One of us" });
    theirs.set(tie.contact_id, { id: tie.contact_id, name: tie.contact_name, about: tie.title ?? "" });
  }
  return { ours: [...ours.values()], theirs: [...theirs.values()] };
};

export function TieDrawing({ ties, label }: { ties: readonly Tie[]; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setWidth(Math.max(280, Math.floor(box.clientWidth))));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  const { ours, theirs } = sidesOf(ties);
  const isSmall = width < 430;
  const [left, right, row] = isSmall ? [64, 106, 58] : [148, 190, 62];
  const height = Math.max(ours.length, theirs.length) * row + 10;
  const yOf = (place: number, count: number) => 8 + ((height - 10) * (place + 0.5)) / count;
  const used = { ours: new Map<string, number>(), theirs: new Map<string, number>() };
  const total = (id: string, of: (tie: Tie) => string) =>
    ties.filter((tie) => of(tie) === id).reduce((all, { strength }) => all + lines(strength), 0);
  const ourId = (tie: Tie) => tie.staff_id ?? tie.staff_name;
  const [x0, x1] = [left + 10, width - right - 10];
  const bend = (x1 - x0) / 2;
  const bundles = ties
    .toSorted(
      (a, b) =>
        ours.findIndex(({ id }) => id === ourId(a)) - ours.findIndex(({ id }) => id === ourId(b)) ||
        theirs.findIndex(({ id }) => id === a.contact_id) - theirs.findIndex(({ id }) => id === b.contact_id),
    )
    .map((tie, place) => {
      const count = lines(tie.strength);
      const [a, b] = [ourId(tie), tie.contact_id];
      const startA =
        yOf(
          ours.findIndex(({ id }) => id === a),
          ours.length,
        ) +
        ((used.ours.get(a) ?? 0) - (total(a, ourId) - 1) / 2) * gapOfLines;
      const startB =
        yOf(
          theirs.findIndex(({ id }) => id === b),
          theirs.length,
        ) +
        ((used.theirs.get(b) ?? 0) - (total(b, (one) => one.contact_id) - 1) / 2) * gapOfLines;
      used.ours.set(a, (used.ours.get(a) ?? 0) + count);
      used.theirs.set(b, (used.theirs.get(b) ?? 0) + count);
      const part = 0.26 + 0.08 * (place % 3);
      const rest = 1 - part;
      const [midA, midB] = [startA + ((count - 1) * gapOfLines) / 2, startB + ((count - 1) * gapOfLines) / 2];
      return {
        tie,
        count,
        startA,
        startB,
        x:
          rest ** 3 * x0 + 3 * rest * rest * part * (x0 + bend) + 3 * rest * part * part * (x1 - bend) + part ** 3 * x1,
        y: (rest ** 3 + 3 * rest * rest * part) * midA + (3 * rest * part * part + part ** 3) * midB,
      };
    });
  return (
    <div ref={frame}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing cannot be an img element
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block max-w-full"
      >
        {bundles.map(({ tie, count, startA, startB }) =>
          Array.from({ length: count }, (_, line) => {
            const [ya, yb] = [startA + line * gapOfLines, startB + line * gapOfLines];
            return (
              <path
                key={`${ourId(tie)} ${tie.contact_id} ${line}`}
                fill="none"
                className={tie.strength >= 25 ? "stroke-ink" : "stroke-control"}
                strokeWidth={tie.strength >= 60 ? 1.75 : 1}
                // Half of its own length, in dashes; the rest is not drawn.
                {...(tie.strength === 0 && { pathLength: 100, strokeDasharray: "4 4 4 4 4 4 4 4 4 4 4 4 2 100" })}
                d={`M${x0} ${ya.toFixed(1)}C${x0 + bend} ${ya.toFixed(1)} ${x1 - bend} ${yb.toFixed(1)} ${x1} ${yb.toFixed(1)}`}
              />
            );
          }),
        )}
        {bundles.map(({ tie, x, y }) => (
          <g key={`${ourId(tie)} ${tie.contact_id}`}>
            <rect x={x - 13} y={y - 9} width="26" height="18" className="fill-surface" />
            <text x={x} y={y + 4} textAnchor="middle" className="fill-ink text-caption font-semibold">
              {tie.strength}
            </text>
          </g>
        ))}
        {ours.map(({ id, name, about }, place) => (
          <g key={id}>
            <text x="0" y={yOf(place, ours.length) - 1} className="fill-ink text-caption font-semibold">
              {isSmall ? firstName(name) : name}
            </text>
            {!isSmall && (
              <text x="0" y={yOf(place, ours.length) + 15} className="fill-muted text-xs">
                {about}
              </text>
            )}
          </g>
        ))}
        {theirs.map(({ id, name, about }, place) => (
          <g key={id}>
            <text x={width - right} y={yOf(place, theirs.length) - 1} className="fill-ink text-caption font-semibold">
              {isSmall && name.length > 15 ? firstName(name) : name}
            </text>
            <text x={width - right} y={yOf(place, theirs.length) + 15} className="fill-muted text-xs">
              {about.length > (isSmall ? 16 : 30) ? `${about.slice(0, isSmall ? 15 : 29)}…` : about}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
