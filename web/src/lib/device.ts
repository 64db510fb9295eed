/** Patterns and names of browsers. The first match wins: most also claim to be those below them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a browser and its system in words, from its `User-Agent`: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = nameIn(BROWSERS, text) ?? "Unknown browser";
  const system = nameIn(SYSTEMS, text);
  return system ? `${browser} on ${system}` : browser;
}
