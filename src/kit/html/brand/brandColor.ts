// The brand color of the distributor on pages. Invariant: text in it, and white text on it, has
// the contrast of WCAG AA in both themes, whatever color was set.

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The lightest and the darkest surface that text in the brand color is on. */
const lightGround: Rgb = [241, 243, 246];
const darkGround: Rgb = [22, 27, 34];
const minContrast = 4.5;
const steps = 50;

function parse(color: string): Rgb {
  const digits = Number.parseInt(color.slice(1), 16);
  return [digits >> 16, (digits >> 8) & 255, digits & 255];
}

function format(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** `share` of `other`, from 0 to 1; rounded as it will be sent. */
function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (place: 0 | 1 | 2) => Math.round(color[place] * (1 - share) + other[place] * share);
  return [part(0), part(1), part(2)];
}

function luminance(color: Rgb): number {
  const part = (place: 0 | 1 | 2) => {
    const value = color[place] / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The first mix with `towards` that passes. */
function adapt(color: Rgb, towards: Rgb, passes: (mixed: Rgb) => boolean): Rgb {
  for (let step = 0; step <= steps; step += 1) {
    const mixed = mix(color, towards, step / steps);
    if (passes(mixed)) return mixed;
  }
  return towards;
}

const lightTint = (color: Rgb) => mix(color, white, 0.91);
const darkTint = (color: Rgb) => mix(color, [14, 17, 22], 0.84);

export type BrandColors = {
  readonly light: string;
  readonly dark: string;
  readonly solidDark: string;
  readonly tintLight: string;
  readonly tintDark: string;
  /** The color on light surfaces is darker than the one that was set. */
  readonly isDarkened: boolean;
};

export function adaptBrandColor(color: string): BrandColors {
  const set = parse(color);
  const enough = (one: Rgb, other: Rgb) => contrast(one, other) >= minContrast;
  const light = adapt(
    set,
    black,
    (mixed) => enough(mixed, lightGround) && enough(mixed, lightTint(mixed)),
  );
  const dark = adapt(
    set,
    white,
    (mixed) => enough(mixed, darkGround) && enough(mixed, darkTint(mixed)),
  );
  // A button must be visible on a dark surface, and its white text readable.
  const lifted = adapt(light, white, (mixed) => contrast(mixed, darkGround) >= 3);
  const solidDark = enough(lifted, white) ? lifted : light;
  return {
    light: format(light),
    dark: format(dark),
    solidDark: format(solidDark),
    tintLight: format(lightTint(light)),
    tintDark: format(darkTint(dark)),
    isDarkened: format(light) !== color,
  };
}

/** The rule that replaces the tokens of the stylesheet. */
export function renderBrandStyles(color: string): string {
  const { light, dark, solidDark, tintLight, tintDark } = adaptBrandColor(color);
  const deep = format(mix(parse(light), [16, 24, 40], 0.28));
  return (
    `:root{--brand:light-dark(${light},${dark});--brand-solid:light-dark(${light},${solidDark});` +
    `--brand-tint:light-dark(${tintLight},${tintDark});--brand-deep:${deep}}`
  );
}
