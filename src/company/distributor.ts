// The distributor that runs the service, as pages, e-mails and papers show it. Each value comes
// from the environment, or else from the console.

export type Logo = {
  readonly type: "image/svg+xml" | "image/png";
  readonly bytes: Buffer;
};

/** Null means not set. */
export type Distributor = {
  readonly name: string | null;
  /** As #rrggbb in lower case. */
  readonly color: string | null;
  /** Up to six lines. */
  readonly address: string | null;
  readonly terms: string | null;
  readonly logo: Logo | null;
};

export type DistributorText = "name" | "color" | "address" | "terms";

export const unsetDistributor: Distributor = {
  name: null,
  color: null,
  address: null,
  terms: null,
  logo: null,
};

/** In bytes. */
export const maxLogoBytes = 262_144;

/** What each text may be, and a sentence that says so. `read` returns undefined if it is not. */
export const distributorTexts = {
  name: {
    expected: "a name of at most 60 characters",
    read: (text: string) => (/^[^\p{C}]{1,60}$/u.test(text) ? text : undefined),
  },
  color: {
    expected: "a color such as #1b4fd8",
    read: (text: string) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  },
  address: {
    expected: "up to 6 lines, 400 characters in total",
    read: (text: string) => readLines(text, { lines: 6, characters: 400 }),
  },
  terms: {
    expected: "up to 80 lines, 4,000 characters in total",
    read: (text: string) => readLines(text, { lines: 80, characters: 4_000 }),
  },
} as const satisfies Record<
  DistributorText,
  { readonly expected: string; read(text: string): string | undefined }
>;

/** Trimmed lines; `\n` as two characters is a line break, since an environment may have none. */
function readLines(
  text: string,
  max: { readonly lines: number; readonly characters: number },
): string | undefined {
  const lines = text.split(/\r\n|\n|\\n/).map((line) => line.trim());
  const joined = lines.join("\n").trim();
  const fits = lines.length <= max.lines && [...joined].length <= max.characters;
  return fits && joined !== "" && !/[^\P{C}\n]/u.test(joined) ? joined : undefined;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The logo in a file, by its content; undefined if it is neither SVG nor PNG, or too large. */
export function readLogo(bytes: Buffer): Logo | undefined {
  if (bytes.length === 0 || bytes.length > maxLogoBytes) return undefined;
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return { type: "image/png", bytes };
  const start = bytes.subarray(0, 4_096).toString("utf8");
  const isSvg =
    /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg\b/i;
  return isSvg.test(start) ? { type: "image/svg+xml", bytes } : undefined;
}
