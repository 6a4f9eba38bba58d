// Places in PostgreSQL's write-ahead log, and the names of the files ("segments") they are in.

/** "1/6B000148" as a number of bytes. */
export function parsePosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const formatPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`;

const hex8 = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");

export function segmentName(timeline: number, segment: bigint, segmentSize: bigint): string {
  const perHigh = 0x1_0000_0000n / segmentSize;
  return hex8(BigInt(timeline)) + hex8(segment / perHigh) + hex8(segment % perHigh);
}

/** The number of a segment, from its file name. */
export const segmentNumber = (name: string, segmentSize: bigint): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * (0x1_0000_0000n / segmentSize) + BigInt(`0x${name.slice(16, 24)}`);

export const isSegmentName = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);
