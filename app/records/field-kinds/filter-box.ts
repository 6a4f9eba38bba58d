/** The look of a filter above a list. */
export const filterBox =
  "min-h-8.5 rounded-1 border border-control bg-surface px-3 text-caption font-[560] hover:border-ink max-sm:min-h-10.5";
