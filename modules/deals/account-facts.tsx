// Among the facts of a company: what is open with it, and what was won so far. The same sums as the board's with that filter.
import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "#domain/money.ts";
import type { PanelProps } from "#domain/module.ts";
import { Fact } from "#app/records/page/fact.tsx";
import { SkeletonBar } from "#app/ui/skeleton.tsx";
import { boardTotalsQuery } from "./deals-data.ts";

const facts = [
  { name: "Open", kind: "open" },
  { name: "Won so far", kind: "won" },
] as const;

export default function AccountFacts({ record }: PanelProps) {
  const { data: board, isError } = useQuery(boardTotalsQuery({ account: record.id }));
  return facts.map(({ name, kind }) => {
    const sum = board?.stages.filter((stage) => stage.kind === kind).reduce((all, stage) => all + stage.sum_minor, 0);
    return (
      <Fact key={name} name={name} figure={!!sum}>
        {board ? (
          sum ? (
            formatMoney(sum, board.currency)
          ) : (
            <span className="font-normal text-muted">None</span>
          )
        ) : isError ? (
          "?"
        ) : (
          <SkeletonBar className="my-2 h-3 w-20" />
        )}
      </Fact>
    );
  });
}
