export const tooltipDelay = 700;
export const tooltipSkipWindow = 300;

/** How long the next tooltip waits, given when the last one closed. */
export const waitFor = (now: number, lastClosed: number) => (now - lastClosed < tooltipSkipWindow ? 0 : tooltipDelay);
