import { memo } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { pageOf } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { kindOf, textOf } from "../field-kinds/kinds.ts";
import { RowActions, RowCheckbox, type RowProps, TitleLink } from "./record-row.tsx";

/** Three lines: the name, two facts, and the ways to reach it. */
export const PhoneRow = memo(function PhoneRow(props: RowProps) {
  const { entity, row, columns, cells, checked } = props;
  // What is empty takes no room from what is not.
  const others = columns
    .map(({ entry }) => entry)
    .filter((entry) => entry[0] !== entity.title && (cells?.[entry[0]] || textOf(entry, row) !== ""));
  const ways = others.filter(([, field]) => kindOf(field).reaches);
  const facts = others.filter(([, field]) => !kindOf(field).reaches).slice(0, ways.length > 0 ? 2 : 4);
  return (
    <tr
      data-page={pageOf(entity, row)}
      data-selected={checked ? "" : undefined}
      className={classNames(
        "grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-3 py-2.5 last:border-0",
        checked && "bg-nil",
      )}
    >
      <td className="self-start pt-0.5">
        <RowCheckbox {...props} />
      </td>
      <td className="grid min-w-0 gap-1">
        <span dir="auto" className="truncate text-left text-small font-semibold">
          <TitleLink {...props} />
        </span>
        {[facts.slice(0, 2), ways.length > 0 ? ways : facts.slice(2)].map(
          (line, index) =>
            line.length > 0 && (
              // What finds no room in the line is left out as a whole: half an address is none.
              <span
                key={index}
                className="flex max-h-6 min-w-0 flex-wrap items-center gap-x-2.5 gap-y-4 overflow-hidden text-muted"
              >
                {line.map((entry) => (
                  <span key={entry[0]} dir="auto" className="max-w-full min-w-0 truncate text-left">
                    {cells?.[entry[0]]?.(row) ?? <FieldValue entry={entry} record={row} />}
                  </span>
                ))}
              </span>
            ),
        )}
      </td>
      <td className="whitespace-nowrap">
        <RowActions {...props} />
      </td>
    </tr>
  );
});
