import { Icon } from "../../ui/icon.tsx";

/** A list with check marks. */
export function Ticks({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item} className="grid grid-cols-[1.125rem_1fr] gap-2.5 py-1.25">
          <Icon name="check" className="mt-[0.25em] size-4.5" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
