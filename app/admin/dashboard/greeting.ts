import { site } from "#content/site.ts";

/** "Good morning, Maren", by the viewer's clock. Without a name it is "Good morning". */
export function greeting(now: Date, name: string | null): string {
  const hour = now.getHours();
  const words = hour < 5 || hour >= 18 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
  return [words, name ?? site.owner].filter(Boolean).join(", ");
}
