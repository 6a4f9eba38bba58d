// Upright bars in a row: solid for what is certain, hatched on top for what is possible, a tick for what was expected.
import { AxisLeft } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar, Line } from "@visx/shape";
import type { To } from "react-router";
import { ChartFrame, type Drawing, useChart } from "./chart-frame.tsx";

export interface MonthBar {
  key: string;
  /** Below the bar: "Nov". */
  name: string;
  /** Below that: "so far". */
  note?: string | undefined;
  solid: number;
  hatched?: number | undefined;
  tick?: number | null | undefined;
  /** Above the bar: "$88k". */
  value: string;
  spoken: string;
  to: To;
  strong?: boolean | undefined;
}

interface Props {
  label: string;
  bars: readonly MonthBar[];
  /** A value of the axis in words: "$50k". */
  amount: (value: number) => string;
  /** Things are counted: no tick of the axis is between two whole numbers. */
  whole?: boolean;
  height?: number;
}

interface Label {
  /** Its middle. */
  x: number;
  /** Its foot. */
  y: number;
  text: string;
}

interface Ground {
  x: number;
  width: number;
  /** Where it ends; it stands on the axis. */
  top: number;
}

/** Type is 12 px: the widest figures and a gap. */
const widthOf = ({ text }: Pick<Label, "text">) => text.length * 7.2 + 6;

/** The room at the left for the words of the axis: a currency without a sign takes more of it. */
export const axisRoom = (words: readonly string[]) =>
  Math.ceil(Math.max(38, ...words.map((text) => widthOf({ text }))) + 4);

/** Within the drawing, also above the first and the last bar. */
export function keptInside(label: Label, from: number, to: number): Label {
  const half = widthOf(label) / 2;
  return { ...label, x: Math.max(from + half, Math.min(label.x, to - half)) };
}

/** A value above a low bar would be written across a high one beside it. */
export const isAcross = (label: Label, { x, width, top }: Ground): boolean =>
  top < label.y && x < label.x + widthOf(label) / 2 && label.x - widthOf(label) / 2 < x + width;

/** Names and values that would run into each other are left out, the first come first; the table and the spoken values have them all. */
export function thatFit<T>(things: readonly T[], labelOf: (thing: T) => Label): Set<T> {
  const fitting: { thing: T; label: Label }[] = [];
  for (const thing of things) {
    const label = labelOf(thing);
    const hits = fitting.some(
      ({ label: other }) =>
        Math.abs(label.x - other.x) < (widthOf(label) + widthOf(other)) / 2 && Math.abs(label.y - other.y) < 15,
    );
    if (!hits) fitting.push({ thing, label });
  }
  return new Set(fitting.map(({ thing }) => thing));
}

export default function MonthBars(props: Props) {
  const chart = useChart();
  return <ChartFrame label={props.label} chart={chart} drawn={draw(props, chart.width, chart.hatch)} />;
}

function draw({ bars, amount, whole = false, height = 232 }: Props, width: number, hatch: string): Drawing {
  const [top, bottom] = [20, 40];
  const highest = Math.max(...bars.map((bar) => Math.max(bar.solid + (bar.hatched ?? 0), bar.tick ?? 0)), 0);
  const most = Math.max(highest, 1);
  const y = scaleLinear<number>({ domain: [0, most], range: [height - bottom, top], nice: 3 });
  // Fractions of a cent would all be written as nothing.
  const ticks = highest === 0 ? [0] : y.ticks(3).filter((value) => !whole || Number.isInteger(value));
  const left = axisRoom(ticks.map(amount));
  const x = scaleBand<string>({ domain: bars.map(({ key }) => key), range: [left, width], padding: 0.4 });
  const wide = x.bandwidth();
  const step = x.step();
  const ground = y(0);
  const highestOf = (bar: MonthBar) => Math.min(y(bar.solid + (bar.hatched ?? 0)), y(bar.tick ?? 0));
  const middleOf = (bar: MonthBar) => (x(bar.key) ?? 0) + wide / 2;
  // The month that is running first, then the larger amounts.
  const byWeight = bars.toSorted(
    (one, other) => Number(other.strong ?? false) - Number(one.strong ?? false) || highestOf(one) - highestOf(other),
  );
  const valueOf = (bar: MonthBar) =>
    keptInside({ x: middleOf(bar), y: highestOf(bar) - 6, text: bar.value }, left, width);
  const isFree = (bar: MonthBar) =>
    !bars.some(
      (other) => other !== bar && isAcross(valueOf(bar), { x: x(other.key) ?? 0, width: wide, top: highestOf(other) }),
    );
  const values = thatFit(byWeight.filter(isFree), valueOf);
  const names = thatFit(
    [...byWeight.filter(({ strong }) => strong), ...bars.filter(({ strong }) => !strong)],
    (bar) => ({ x: middleOf(bar), y: ground + 18, text: bar.name }),
  );
  // On a line of their own: only other notes are in their way.
  const notes = thatFit(
    bars.filter(({ note }) => note),
    (bar) => ({ x: middleOf(bar), y: ground + 33, text: bar.note ?? "" }),
  );
  return {
    height,
    marks: bars.map((bar) => ({
      key: bar.key,
      spoken: bar.spoken,
      to: bar.to,
      x: (x(bar.key) ?? 0) - (step - wide) / 2,
      y: top - 16,
      width: step,
      height: height - top + 12,
    })),
    picture: (
      <>
        <AxisLeft
          scale={y}
          left={left}
          tickValues={ticks}
          hideAxisLine
          hideTicks
          tickFormat={(value) => amount(Number(value))}
          tickLabelProps={{ x: -left, dx: 0, dy: 4, textAnchor: "start", fontSize: 12, className: "fill-muted" }}
        />
        {ticks.map((value) => (
          <Line
            key={value}
            from={{ x: left, y: y(value) + 0.5 }}
            to={{ x: width, y: y(value) + 0.5 }}
            className={value === 0 ? "stroke-ink" : "stroke-line"}
          />
        ))}
        {bars.map((bar) => {
          const from = x(bar.key) ?? 0;
          const solid = y(bar.solid);
          const all = y(bar.solid + (bar.hatched ?? 0));
          return (
            <Group key={bar.key} data-bar={bar.key}>
              {(bar.hatched ?? 0) > 0 && (
                <>
                  <Bar x={from} y={all} width={wide} height={solid - all} fill={`url(#${hatch})`} />
                  <Bar
                    x={from + 0.5}
                    y={all + 0.5}
                    width={Math.max(wide - 1, 0)}
                    height={Math.max(solid - all - 0.5, 0)}
                    className="fill-none stroke-ink"
                  />
                </>
              )}
              {bar.solid > 0 && <Bar x={from} y={solid} width={wide} height={ground - solid} className="fill-ink" />}
              {(bar.tick ?? 0) > 0 &&
                ["stroke-surface stroke-5", "stroke-ink stroke-[1.5]"].map((look) => (
                  <Line
                    key={look}
                    from={{ x: from - 6, y: y(bar.tick ?? 0) }}
                    to={{ x: from + wide + 6, y: y(bar.tick ?? 0) }}
                    className={look}
                  />
                ))}
              {values.has(bar) && (
                <text
                  x={valueOf(bar).x}
                  y={valueOf(bar).y}
                  textAnchor="middle"
                  // A line of the axis stops before the figure.
                  className="stroke-surface stroke-4 font-semibold [paint-order:stroke]"
                >
                  {bar.value}
                </text>
              )}
              {names.has(bar) && (
                <>
                  <text
                    x={middleOf(bar)}
                    y={ground + 18}
                    textAnchor="middle"
                    className={bar.strong ? "font-semibold" : "fill-muted"}
                  >
                    {bar.name}
                  </text>
                  {notes.has(bar) && (
                    <text x={middleOf(bar)} y={ground + 33} textAnchor="middle" className="fill-muted">
                      {bar.note}
                    </text>
                  )}
                </>
              )}
            </Group>
          );
        })}
      </>
    ),
  };
}
