// What documents come to, once more and apart from the database: whole numbers of any size, and no function of it is asked. Only for tests.

export interface ExactLine {
  unit_minor: number;
  quantity_milli?: number;
  discount_bp?: number;
  taxes: { name: string; category: string; rate_pcm: number; amount_minor?: number }[];
  stated?: boolean;
}
export interface ExactTotals {
  net: bigint;
  tax: bigint;
  total: bigint;
  withheld: bigint;
  payable: bigint;
  rows: { key: string; base: bigint; tax: bigint }[];
}

const abs = (value: bigint) => (value < 0n ? -value : value);
/** Half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const sign = value < 0n !== by < 0n ? -1n : 1n;
  return sign * ((2n * abs(value) + abs(by)) / (2n * abs(by)));
}
const floorOf = (value: bigint, by: bigint) => (value >= 0n ? value / by : -((-value + by - 1n) / by));

/** Shares of an amount by weights: rounded down, and what is missing goes to the largest remainders, the first of equals first. */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const sign = amount < 0n ? -1n : 1n;
  const parts = weights.map((weight) => {
    const top = sign * amount * weight * (sum < 0n ? -1n : 1n);
    const floor = floorOf(top, abs(sum));
    return { floor, rest: top - floor * abs(sum) };
  });
  let missing = sign * amount - parts.reduce((all, { floor }) => all + floor, 0n);
  const order = parts
    .map((_, place) => place)
    .toSorted((one, other) =>
      parts[one]!.rest === parts[other]!.rest ? one - other : parts[one]!.rest > parts[other]!.rest ? -1 : 1,
    );
  for (const place of order) {
    if (missing === 0n) break;
    parts[place]!.floor += 1n;
    missing -= 1n;
  }
  return parts.map(({ floor }) => sign * floor);
}

export function exactTotals(
  lines: readonly ExactLine[],
  {
    discount_bp = 0,
    discount_minor,
    withheld_pcm = 0,
  }: { discount_bp?: number; discount_minor?: number; withheld_pcm?: number } = {},
): ExactTotals {
  const nets = lines.map(({ unit_minor, quantity_milli = 1000, discount_bp: less = 0 }) => {
    const gross = divided(BigInt(unit_minor) * BigInt(quantity_milli), 1000n);
    return gross - divided(gross * BigInt(less), 10_000n);
  });
  const free = lines.map(({ stated = false }) => !stated);
  const weights = nets.map((net, place) => (free[place] ? net : 0n));
  const sum = weights.reduce((all, net) => all + net, 0n);
  const cut = discount_minor === undefined ? divided(sum * BigInt(discount_bp), 10_000n) : BigInt(discount_minor);
  if (cut !== 0n) {
    const places = lines.flatMap((_, place) => (free[place] ? [place] : []));
    const parts = shared(
      cut,
      places.map((place) => nets[place]!),
    );
    for (const [n, place] of places.entries()) nets[place]! -= parts[n]!;
  }
  const rows = new Map<string, { fresh: bigint; stated: bigint; base: bigint; rate: bigint }>();
  for (const [place, line] of lines.entries())
    for (const { name, category, rate_pcm, amount_minor } of line.taxes) {
      const key = `${category} ${name} ${rate_pcm}`;
      const row = rows.get(key) ?? { fresh: 0n, stated: 0n, base: 0n, rate: BigInt(rate_pcm) };
      row.base += nets[place]!;
      if (line.stated) row.stated += BigInt(amount_minor ?? 0);
      else row.fresh += nets[place]!;
      rows.set(key, row);
    }
  const taxes = [...rows].map(([key, { fresh, stated, base, rate }]) => ({
    key,
    base,
    tax: divided(fresh * rate, 100_000n) + stated,
  }));
  const net = nets.reduce((all, each) => all + each, 0n);
  const tax = taxes.reduce((all, each) => all + each.tax, 0n);
  const withheld = divided(net * BigInt(withheld_pcm), 100_000n);
  return { net, tax, total: net + tax, withheld, payable: net + tax - withheld, rows: taxes };
}
