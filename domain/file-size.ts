// How large a file is, in words.

const units = ["bytes", "KB", "MB", "GB"] as const;

/** "412 KB", "2.1 MB": as file managers have it, by 1,024. */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (unit === 0) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return `${value < 10 ? (Math.round(value * 10) / 10).toString() : Math.round(value)} ${units[unit]}`;
}

/** Said wherever a file can be uploaded or filed. */
export const emptyFile = "This file is empty.";
