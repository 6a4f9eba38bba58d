import { initialsOf } from "#app/records/field-kinds/person.tsx";

/** A person is a disc with their initials; their name stands beside it in words. */
export const Initials = ({ name, large = false }: { name: string; large?: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid shrink-0 place-items-center rounded-full bg-nil font-[650] in-data-selected:bg-surface ${large ? "size-8 text-xs" : "size-6 text-[0.625rem]"}`}
  >
    {initialsOf(name.replace(/@.*$/, ""))}
  </span>
);

/** "Noor" of "Noor Marchetti". An address stays whole. */
export const firstName = (name: string) => (name.includes("@") ? name : (name.trim().split(/\s+/)[0] ?? name));

/** "Maren Oduya and Espen Lunde", "Maren Oduya, Espen Lunde and 3 more". */
export function listOf(names: readonly string[], most = 2): string {
  const more = names.length - most;
  const shown = names.slice(0, most);
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(" and ");
}
