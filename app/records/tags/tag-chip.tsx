import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Tag, TagColor } from "#domain/entity.ts";
import { Chip } from "#app/ui/badge.tsx";
import { tagsQuery } from "../own-fields.ts";

const tones = { plain: "plain", gray: "nil", green: "safe", blue: "soon", orange: "dev", red: "danger" } as const;

/** The tags of a row, in their colors; nothing where there are none. */
export function TagLine({ names }: { names: readonly string[] }) {
  const tags = useQuery({ ...tagsQuery, enabled: names.length > 0 });
  if (names.length === 0) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-1">
      {names.map((name) => (
        <TagChip key={name} name={name} tags={tags.data ?? []} />
      ))}
    </span>
  );
}

/** A tag in its color. `tags` are all there are; one that was made a moment ago may not be among them. */
export function TagChip({
  name,
  tags,
  color,
  children,
}: {
  name: string;
  tags?: readonly Tag[];
  color?: TagColor;
  children?: ReactNode;
}) {
  const own = color ?? tags?.find((tag) => tag.name === name)?.color ?? "plain";
  return (
    <Chip tone={tones[own]}>
      <bdi className="min-w-0 truncate">{name}</bdi>
      {children}
    </Chip>
  );
}
