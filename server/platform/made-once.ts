/** Made again when what it was made from has changed. */
export function madeOnce<T>(make: () => T, from: () => unknown): () => T {
  let made: { from: unknown; it: T } | null = null;
  return () => {
    const now = from();
    if (made === null || made.from !== now) made = { from: now, it: make() };
    return made.it;
  };
}
