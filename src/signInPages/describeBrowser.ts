// The browser and system of a session, from the User-Agent header.

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chromium)\//, "Chromium"],
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

const longest = 30;

function nameBy(names: typeof browsers, text: string): string | undefined {
  return names.find(([shape]) => shape.test(text))?.[1];
}

/** What names itself and is no browser, as "curl/8.5" does, by that name. */
function nameFirst(userAgent: string): string {
  const name = /^[^\s/;(]+/.exec(userAgent)?.[0] ?? "";
  return name === "" || name === "Mozilla"
    ? "Unknown browser"
    : [...name].slice(0, longest).join("");
}

/** "Chrome on Windows"; never the whole text, which nobody reads. */
export function describeBrowser(userAgent: string): string {
  const browser = nameBy(browsers, userAgent) ?? nameFirst(userAgent);
  const system = nameBy(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
