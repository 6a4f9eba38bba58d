// A tie is two vanes: left what they give, right what we give, each turned by its share, level and hollow when nothing. A word and a number
// always stand beside them.
import { classNames } from "#app/ui/class-names.ts";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";
import { shareOf, tieWord } from "./relationship.ts";

const degreesPerPoint = 0.72;

export const Vanes = ({ given, got, quiet }: { given: number; got: number; quiet?: boolean }) => (
  <span aria-hidden="true" className={classNames("inline-flex shrink-0", quiet && "text-muted")}>
    {[given, got].map((share, side) => (
      <StageIcon
        key={side === 0 ? "theirs" : "ours"}
        angle={degreesPerPoint * shareOf(share)}
        hollow={shareOf(share) === 0}
        className={side === 1 ? "-ml-0.5" : undefined}
      />
    ))}
  </span>
);

export function TieMark({
  strength,
  days,
  given,
  got,
  quiet = false,
}: {
  strength: number;
  /** Days with contact: none is no tie, some without an answer are one-sided. */
  days: number;
  given: number;
  got: number;
  quiet?: boolean;
}) {
  return (
    <span
      className={classNames("inline-flex items-center gap-1.75 whitespace-nowrap text-caption", quiet && "text-muted")}
    >
      <Vanes given={given} got={got} quiet={quiet} />
      <span>
        <b className="font-semibold">{tieWord(strength, days)}</b> {strength}
      </span>
    </span>
  );
}
