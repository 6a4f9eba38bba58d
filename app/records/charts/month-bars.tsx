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
  /** Things are counted: no mark of the axis stands between two whole numbers. */
  whole?: boolean;
  height?: number;
}

export default function MonthBars(props: Props) {
  const chart = useChart();
  return <ChartFrame label={props.label} chart={chart} drawn={draw(props, chart.width, chart.hatch)} />;
}

function draw({ bars, amount, whole = false, height = 232 }: Props, width: number, hatch: string): Drawing {
  const [left, top, bottom] = [46, 20, 40];
  const most = Math.max(...bars.map((bar) => Math.max(bar.solid + (bar.hatched ?? 0), bar.tick ?? 0)), 1);
  const y = scaleLinear<number>({ domain: [0, most], range: [height - bottom, top], nice: 3 });
  const x = scaleBand<string>({ domain: bars.map(({ key }) => key), range: [left, width], padding: 0.4 });
  const ticks = y.ticks(3).filter((value) => !whole || Number.isInteger(value));
  const wide = x.bandwidth();
  const step = x.step();
  const ground = y(0);
  // Names and values that would run into each other are left out; the table and the spoken values have them all.
  const every = Math.ceil(38 / step);
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
        {bars.map((bar, index) => {
          const from = x(bar.key) ?? 0;
          const solid = y(bar.solid);
          const all = y(bar.solid + (bar.hatched ?? 0));
          const highest = Math.min(all, y(bar.tick ?? 0));
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
              {index % every === 0 && (
                <>
                  <text x={from + wide / 2} y={highest - 6} textAnchor="middle" className="font-semibold">
                    {bar.value}
                  </text>
                  <text
                    x={from + wide / 2}
                    y={ground + 18}
                    textAnchor="middle"
                    className={bar.strong ? "font-semibold" : "fill-muted"}
                  >
                    {bar.name}
                  </text>
                  {bar.note && (
                    <text x={from + wide / 2} y={ground + 33} textAnchor="middle" className="fill-muted">
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
