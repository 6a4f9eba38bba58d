// One line is one thing that began; it runs to the gate it reached. What stopped leaves from the edge of its bundle and bends away
// before the next gate, what went on keeps to the middle, what reached the end is thick and has an arrow.
import { Group } from "@visx/group";
import { LinePath } from "@visx/shape";
import type { To } from "react-router";
import { ChartFrame, type Drawing, useChart } from "./chart-frame.tsx";

export interface Stream {
  key: string;
  name: string;
  /** How many reached each gate, the first being all. */
  reached: readonly [number, number, number];
  /** At the end: "$148,500". */
  value: string;
  strong: boolean;
  spoken: string;
  to: To;
}

const maxLines = 150;

/** How many things one line stands for, so that a drawing stays one: 1, 2, 5, 10, 20 ... */
export function lineStandsFor(all: number): number {
  for (let scale = 1; ; scale *= 10)
    for (const step of [1, 2, 5]) if (all / (step * scale) <= maxLines) return step * scale;
}

interface Props {
  label: string;
  gates: readonly [string, string, string];
  streams: readonly Stream[];
}

export default function Streams(props: Props) {
  const chart = useChart();
  return <ChartFrame label={props.label} chart={chart} drawn={draw(props, chart.width)} />;
}

function draw({ gates, streams }: Props, width: number): Drawing {
  const total = (gate: number) => streams.reduce((sum, { reached }) => sum + (reached[gate] ?? 0), 0);
  const per = lineStandsFor(total(0));
  const narrow = width < 560;
  const [left, right, gap, top] = narrow ? [4, 4, 3.4, 42] : [190, 104, 4.6, 42];
  const at = [0, 0.5, 0.94].map((share) => left + (width - left - right) * share);
  const [, , end = 0] = at;
  let y = top;
  const bands = streams.map((stream) => {
    if (narrow) y += 22;
    const lines = stream.reached.map((count) => Math.ceil(count / per));
    const height = Math.max((lines[0] ?? 0) * gap, 26);
    const band = { stream, lines, top: y, height, middle: y + height / 2 };
    y += height + (narrow ? 26 : 24);
    return band;
  });
  return {
    height: y,
    marks: bands.map(({ stream, top: from, height }) => ({
      key: stream.key,
      spoken: stream.spoken,
      to: stream.to,
      x: 0,
      y: from - (narrow ? 22 : 8),
      width,
      height: height + (narrow ? 26 : 16),
    })),
    picture: (
      <>
        {gates.map((gate, index) => {
          const anchor = (["start", "middle", "end"] as const)[index];
          return (
            <Group key={gate}>
              <text x={at[index]} y={12} textAnchor={anchor} className="font-semibold">
                {total(index)}
              </text>
              <text x={at[index]} y={27} textAnchor={anchor} className="fill-muted">
                {gate}
              </text>
              {index > 0 && (
                <path
                  d={`M${at[index]} ${top - 8}V${y - 8}`}
                  className="stroke-control [stroke-dasharray:2_3]"
                  fill="none"
                />
              )}
            </Group>
          );
        })}
        {bands.map((band) => (
          <Band key={band.stream.key} {...band} {...{ at, gap, narrow, width, end }} />
        ))}
      </>
    ),
  };
}

function Band({
  stream,
  lines,
  top,
  middle,
  at,
  gap,
  narrow,
  width,
  end,
}: {
  stream: Stream;
  lines: readonly number[];
  top: number;
  middle: number;
  at: readonly number[];
  gap: number;
  narrow: boolean;
  width: number;
  end: number;
}) {
  const [all = 0, second = 0, third = 0] = lines;
  const centre = (all - 1) / 2;
  const first = middle - centre * gap;
  const fromMiddle = Array.from({ length: all }, (_, line) => line).sort(
    (a, b) => Math.abs(a - centre) - Math.abs(b - centre),
  );
  const [begin = 0] = at;
  return (
    <Group data-bar={stream.key}>
      {fromMiddle.map((line, rank) => {
        const y = first + line * gap;
        if (rank < third)
          return (
            <LinePath
              key={line}
              data={[
                [begin, y],
                [end, y],
              ]}
              x={([x]) => x ?? 0}
              y={([, down]) => down ?? 0}
              className="fill-none stroke-ink stroke-[2.25]"
            />
          );
        const gate = at[rank < second ? 2 : 1] ?? 0;
        const [bend, away] = [34 + (rank % 3) * 9, (line < centre ? -1 : 1) * (7 + (rank % 4) * 1.5)];
        return (
          <path
            key={line}
            fill="none"
            className={rank < second ? "stroke-muted" : "stroke-flow"}
            d={`M${begin} ${y}H${gate - bend}C${gate - bend / 2} ${y} ${gate - bend / 3} ${y + away * 0.3} ${gate - 8} ${y + away}`}
          />
        );
      })}
      {third > 0 && <path transform={`translate(${end + 8} ${middle})`} d="M-5 -5L6 0L-5 5z" />}
      <text x={0} y={narrow ? top - 6 : middle + 4} className="font-semibold">
        {stream.name}
      </text>
      <text
        x={width}
        y={narrow ? top - 6 : middle + (stream.strong ? 6 : 4)}
        textAnchor="end"
        className={`stroke-surface stroke-4 [paint-order:stroke] ${stream.strong ? (narrow ? "font-semibold" : "serif text-[20px]") : "fill-muted"}`}
      >
        {stream.value}
      </text>
    </Group>
  );
}
