/** The look of a panel in the back office. */
export const panelClass = "min-w-0 rounded-1 border border-line bg-surface";
