import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { adaptBrandColor } from "../../src/kit/html/brand/brandColor.ts";

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((digits) => `#${digits.toString(16).padStart(6, "0")}`);

test("text in any brand color, and white text on it, has the contrast of AA in both themes", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { light, dark, solidDark, tintLight, tintDark } = adaptBrandColor(color);
      for (const ground of ["#ffffff", "#f6f7f9", "#f1f3f6", tintLight]) {
        assert.ok(contrast(light, ground) >= 4.5, `${light} of ${color} on ${ground}`);
      }
      for (const ground of ["#0b0e13", "#0e1116", "#161b22", tintDark]) {
        assert.ok(contrast(dark, ground) >= 4.5, `${dark} of ${color} on ${ground}`);
      }
      assert.ok(contrast(solidDark, "#ffffff") >= 4.5, `white on ${solidDark} of ${color}`);
    }),
  );
});

test("a color with enough contrast stays as it is, and a light one is darkened", () => {
  assert.equal(adaptBrandColor("#1b4fd8").light, "#1b4fd8");
  assert.equal(adaptBrandColor("#1b4fd8").isDarkened, false);
  assert.equal(adaptBrandColor("#ffcc00").isDarkened, true);
});
