// What a session was begun with, as people know it: the browser and the system, told by the text
// that browsers send of themselves.

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const longest = 60;

function nameBy(names: typeof browsers, text: string): string | undefined {
  return names.find(([shape]) => shape.test(text))?.[1];
}

/** "Chrome on Windows"; the beginning of the text where it names no browser that is known. */
export function describeBrowser(userAgent: string): string {
  const browser = nameBy(browsers, userAgent);
  const system = nameBy(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return userAgent === "" ? "Unknown browser" : [...userAgent].slice(0, longest).join("");
}
