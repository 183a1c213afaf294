// Names of sessions by browser and operating system.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBrowser } from "../../src/signIn/sharedAccountPage.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("a session is named by browser and system only, not by the full user agent", () => {
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
  const linux = "Mozilla/5.0 (X11; Linux x86_64)";
  const sent: readonly (readonly [string, string])[] = [
    [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
    [`${linux} ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, "Chromium on Linux"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 " +
        "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [`${linux} ${webkit} Odd/1.0`, "Unknown browser on Linux"],
    ["curl/8.14.1", "curl"],
    ["x".repeat(500), "x".repeat(30)],
    ["", "Unknown browser"],
  ];
  for (const [userAgent, name] of sent) assert.equal(describeBrowser(userAgent), name, userAgent);
});
