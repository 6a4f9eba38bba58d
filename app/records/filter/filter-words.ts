// A filter as a sentence: "Contacts where the company's type is Customer and (title contains “head” or role is empty)".
import { formatDay } from "#domain/days.ts";
import { capitalised, type Entity } from "#domain/entity.ts";
import { type Condition, type Filter, isComplete, isGroup, shapeOf } from "#domain/filter.ts";
import { type FieldPath, findField } from "./field-path.ts";

/** The name of a record that a condition refers to by its id. */
export type NameOf = (path: FieldPath, id: string) => string;

const some = (values: readonly string[], joined = "or"): string => {
  const [last = "", ...rest] = values.toReversed();
  return rest.length === 0 ? last : `${rest.toReversed().join(", ")} ${joined} ${last}`;
};

/** What a condition says after its field: "is Customer", "is in the last 30 days". */
export function conditionWords(path: FieldPath, { op, values: given }: Condition, nameOf: NameOf): string {
  const shape = shapeOf(path.field);
  const shown = (value: string) => {
    if (shape === "reference") return nameOf(path, value);
    if (shape === "day" || shape === "moment") return formatDay(value);
    return shape === "text" ? `“${value}”` : value;
  };
  const values = given.filter((value) => value.trim() !== "");
  const days = (count: string) => (count === "1" ? "day" : `${count} days`);
  switch (op) {
    case "is":
      return `is ${some(values.map(shown))}`;
    case "not":
      return `is not ${some(values.map(shown))}`;
    case "contains":
      return `contains ${some(values.map(shown))}`;
    case "lacks":
      return `does not contain ${some(values.map(shown))}`;
    case "before":
    case "after":
      return `is ${op} ${some(values.map(shown))}`;
    case "more":
    case "less":
      return `is ${op} than ${some(values.map(shown))}`;
    case "between":
      return given[0]?.trim()
        ? given[1]?.trim()
          ? `is between ${shown(given[0])} and ${shown(given[1])}`
          : `is from ${shown(given[0])}`
        : `is up to ${shown(given[1] ?? "")}`;
    case "last":
    case "next":
      return `is in the ${op} ${days(values[0] ?? "")}`;
    case "empty":
      return "is empty";
    case "filled":
      return "is not empty";
  }
}

/** "type", "the company's type", "a deal's stage". */
function fieldWords({ relations, field }: FieldPath): string {
  const label = field.label.charAt(0).toLowerCase() + field.label.slice(1);
  if (relations.length === 0) return label;
  const owners = relations.map(({ many, one }) => `${many ? (/^[aeiou]/.test(one) ? "an " : "a ") : "the "}${one}'s`);
  return `${owners.join(" ")} ${label}`;
}

/** "" when nothing is asked. */
export function filterSentence(entity: Entity, filter: Filter, nameOf: NameOf): string {
  const told = (condition: Condition): string[] => {
    const path = isComplete(condition) ? findField(entity, condition.field) : null;
    return path ? [`${fieldWords(path)} ${conditionWords(path, condition, nameOf)}`] : [];
  };
  const [outer, inner] = filter.match === "all" ? ["and", "or"] : ["or", "and"];
  const parts = filter.parts.flatMap((part) => {
    if (!isGroup(part)) return told(part);
    const members = part.conditions.flatMap(told);
    return members.length > 1 && filter.parts.length > 1
      ? [`(${members.join(` ${inner} `)})`]
      : members.length > 0
        ? [members.join(` ${inner} `)]
        : [];
  });
  return parts.length === 0 ? "" : `${capitalised(entity.many)} where ${parts.join(` ${outer} `)}`;
}
