// Sums as the pages write them: $14,500.
export const dollars = (sum: number) => `$${sum.toLocaleString("en-US")}`;
export const dollarRange = ([from, to]: readonly [number, number]) => `${dollars(from)} to ${dollars(to)}`;
