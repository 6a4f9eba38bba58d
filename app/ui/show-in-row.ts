/** On a phone a row of tabs scrolls sideways: the one that is chosen is on the screen. */
export function showInRow(row: HTMLElement | null, chosen: HTMLElement | null | undefined): void {
  if (!row || !chosen) return;
  const left = chosen.offsetLeft - row.offsetLeft;
  if (left < row.scrollLeft) row.scrollLeft = left;
  else if (left + chosen.offsetWidth > row.scrollLeft + row.clientWidth)
    row.scrollLeft = left + chosen.offsetWidth - row.clientWidth;
}
