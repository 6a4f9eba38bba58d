// Lying bars, one below the other: the outline is the whole, the solid part what is certain of it.
import { Group } from "@visx/group";
import { scaleLinear } from "@visx/scale";
import { Bar, Line } from "@visx/shape";
import type { To } from "react-router";
import { ChartFrame, type Drawing, useChart } from "./chart-frame.tsx";

export interface RowBar {
  key: string;
  name: string;
  /** Below the name: "3 deals at 10%". */
  note: string;
  whole: number;
  solid: number;
  /** At the end: "$85.5k", and below it "$8.6k". */
  value: string;
  second?: string | undefined;
  spoken: string;
  to: To;
}

interface Props {
  label: string;
  bars: readonly RowBar[];
  /** How the part that is not solid is drawn: hatched where it is possible, light where it is simply the rest. */
  rest?: "hatch" | "nil" | "flow";
}

export default function RowBars(props: Props) {
  const chart = useChart();
  return <ChartFrame label={props.label} chart={chart} drawn={draw(props, chart.width, chart.hatch)} />;
}

/** A little more than the widest common letters of the charts' size take on average. */
const letter = 7;
const widest = (texts: readonly (string | undefined)[]) =>
  Math.max(0, ...texts.map((text) => (text?.length ?? 0) * letter));
/** What does not fit ends with an ellipsis; the table and the spoken words have it whole. */
export const fitted = (text: string, room: number) =>
  text.length * letter <= room ? text : `${text.slice(0, Math.max(1, Math.floor(room / letter) - 1)).trimEnd()}…`;

/** The room for names at the left and for values at the right: what they need, as long as the bars keep theirs. */
export function roomFor(bars: readonly Pick<RowBar, "name" | "note" | "value" | "second">[], width: number) {
  const narrow = width < 420;
  const right = 12 + widest(bars.flatMap(({ value, second }) => (narrow ? [value] : [value, second])));
  const left = narrow ? 0 : 12 + widest(bars.flatMap(({ name, note }) => [name, note]));
  return { narrow, left: Math.min(left, width * 0.36), right: Math.min(right, width * 0.36) };
}

function draw({ bars, rest = "hatch" }: Props, width: number, hatch: string): Drawing {
  const { narrow, left, right } = roomFor(bars, width);
  const row = narrow ? 54 : 46;
  const most = Math.max(...bars.map(({ whole }) => whole), 1);
  const x = scaleLinear<number>({ domain: [0, most], range: [left, Math.max(width - right, left + 40)] });
  const fill = { hatch: `url(#${hatch})`, nil: "var(--nil)", flow: "var(--flow)" }[rest];
  return {
    height: bars.length * row + 4,
    marks: bars.map((bar, index) => ({
      key: bar.key,
      spoken: bar.spoken,
      to: bar.to,
      x: 0,
      y: index * row,
      width,
      height: row,
    })),
    picture: (
      <>
        {bars.map((bar, index) => {
          const top = index * row + (narrow ? 24 : 13);
          const [thick, end] = [20, x(bar.whole)];
          return (
            <Group key={bar.key} data-bar={bar.key}>
              <text x={0} y={narrow ? top - 9 : top + 8} className="font-semibold">
                {fitted(bar.name, narrow ? width - bar.note.length * letter - 8 : left - 8)}
              </text>
              <text
                x={narrow ? width : 0}
                y={narrow ? top - 9 : top + 23}
                textAnchor={narrow ? "end" : "start"}
                className="fill-muted"
              >
                {narrow ? bar.note : fitted(bar.note, left - 8)}
              </text>
              {bar.whole > 0 && (
                <>
                  <Bar x={left} y={top} width={end - left} height={thick} fill={fill} />
                  <Bar
                    x={left + 0.5}
                    y={top + 0.5}
                    width={Math.max(end - left - 1, 0)}
                    height={thick - 1}
                    className={rest === "hatch" ? "fill-none stroke-ink" : "fill-none stroke-control"}
                  />
                </>
              )}
              {bar.solid > 0 && (
                <Bar x={left} y={top} width={x(bar.solid) - left} height={thick} className="fill-ink" />
              )}
              <text x={end + 8} y={top + (bar.second && !narrow ? 8 : 14)} className="font-semibold">
                {bar.value}
              </text>
              {bar.second && !narrow && (
                <text x={end + 8} y={top + 22} className="fill-muted">
                  {bar.second}
                </text>
              )}
            </Group>
          );
        })}
        {!narrow && (
          <Line from={{ x: left + 0.5, y: 6 }} to={{ x: left + 0.5, y: bars.length * row }} className="stroke-ink" />
        )}
      </>
    ),
  };
}
