/** How far something is: a thin bar in ink, also where the browser would draw its own. */
export const progressClass =
  "h-2 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink";
