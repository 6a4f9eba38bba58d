// The last year of a tie: one tick is one day with contact, theirs above the line, ours below; the silence since then is dashed.
const width = 176;
const height = 24;
const dayMs = 86_400_000;

export function YearLine({
  days,
  inward,
  today,
}: {
  days: readonly string[];
  inward: readonly boolean[];
  today: string;
}) {
  const end = Date.parse(today);
  const at = (day: string) => Math.max(0, width - ((end - Date.parse(day)) / dayMs / 365) * width);
  const last = days.length > 0 ? at(days.at(-1)!) : 0;
  const theirs = inward.filter(Boolean).length;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing cannot be an img element
      role="img"
      aria-label={`In the last year ${theirs} days from them, ${days.length - theirs} from us`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full"
    >
      <path d={`M0 12H${last}`} className="stroke-control" strokeWidth="1" />
      <path d={`M${last} 12H${width}`} className="stroke-control" strokeWidth="1" strokeDasharray="2 3" />
      {days.map((day, index) => (
        <path
          key={`${day} ${inward[index]}`}
          d={inward[index] ? `M${at(day)} 12V3` : `M${at(day)} 12V21`}
          className="stroke-ink"
          strokeWidth="1.5"
        />
      ))}
    </svg>
  );
}
