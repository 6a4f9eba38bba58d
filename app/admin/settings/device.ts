const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

const named = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux": enough to recognise one's own device. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = named(browsers, text);
  const system = named(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (text.slice(0, 60) || "Unknown device");
}
