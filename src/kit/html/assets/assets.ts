// What pages load besides their HTML: the stylesheet, joined from its files, the script, without
// which every page works, and the fonts. Each address contains a hash of its content, so browsers
// can cache it forever.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Asset = {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
};

// Tokens come first: the other files use them.
const files = [
  "tokens.css",
  "fonts.css",
  "frame.css",
  "columns.css",
  "bar.css",
  "sidebar.css",
  "menu.css",
  "split.css",
  "card.css",
  "table.css",
  "cards.css",
  "form.css",
  "search/suggest.css",
  "search/palette.css",
  "results.css",
  "unsaved.css",
  "rows/rows.css",
  "rows/panel.css",
  "selection/selection.css",
  "parts.css",
  "blocks.css",
  "chart.css",
  "reading.css",
  "print.css",
] as const;

function readFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** `extension` follows the hash. */
export function toAsset(name: string, extension: string, type: string, content: Buffer): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { path: `/assets/${name}.${hash}.${extension}`, type, content };
}

/** A subset of a variable font, as its package has it. */
function loadFont(family: string, subset: string): Asset {
  const file = `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;
  const content = readFileSync(fileURLToPath(import.meta.resolve(file)));
  return toAsset(`${family}-${subset}`, "woff2", "font/woff2", content);
}

const latin = [loadFont("inter", "latin"), loadFont("jetbrains-mono", "latin")] as const;

/** Almost every page needs these two, so they are requested together with the stylesheet. */
export const preloadedFonts: readonly Asset[] = latin;

export const fonts: readonly Asset[] = [...latin, loadFont("inter", "latin-ext")];

/** The blocks that lay out rows as cards, and the width at which tables with many columns do so. */
const cardBlocks = /^@container column \(max-width: 700px\) [\s\S]*?^\}\n/gm;
const wideCardsFrom = "880px";

/**
 * Repeats each block that lays out rows as cards, for tables with many columns: the condition of a
 * container query cannot depend on a class of what is in the container.
 */
function addWideCards(text: string): string {
  return text.replace(cardBlocks, (block) => {
    if (!block.includes("table:not(.compact)")) return block;
    const wide = block.replace("700px", wideCardsFrom);
    return block + wide.replaceAll("table:not(.compact)", "table.wide");
  });
}

/** Removes comments and the white space that CSS does not need. */
function minifyCss(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/: /g, ":")
    .replaceAll(";}", "}")
    .trim();
}

/** Removes comments on lines of their own, and indentation; the script has no other comments. */
function minifyScript(text: string): string {
  return text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^\s+/gm, "")
    .replace(/\n+$/, "");
}

/** The text of the stylesheet with the addresses of the fonts. */
function joinStyles(): string {
  return fonts.reduce(
    (text, { path }) => text.replace(`${path.split(/[/.]/)[2]}.woff2`, path),
    addWideCards(files.map(readFile).join("\n")),
  );
}

export const stylesheet = toAsset(
  "site",
  "css",
  "text/css; charset=utf-8",
  Buffer.from(minifyCss(joinStyles())),
);

const scripts = [
  "site.js",
  "unsaved.js",
  "search/suggest.js",
  "search/palette.js",
  "results.js",
  "rows/panel.js",
  "rows/rows.js",
  "selection/selection.js",
  "charts/points.js",
] as const;

export const siteScript = toAsset(
  "site",
  "js",
  "text/javascript; charset=utf-8",
  Buffer.from(minifyScript(scripts.map(readFile).join("\n"))),
);
