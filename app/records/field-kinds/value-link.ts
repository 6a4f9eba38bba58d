export const valueLink = "underline decoration-control underline-offset-3 hover:decoration-ink";

/** Addresses and numbers are cut at the end where there is no room, never broken inside. */
export const addressLink = `${valueLink} inline-block max-w-full overflow-hidden align-bottom text-ellipsis whitespace-nowrap`;
