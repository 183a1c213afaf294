// The words of the glossary in code and docs. Rendered pages are scanned by assertPlainWords, where
// the tests visit every page of both sites.
import { type BannedWord, filterWords, findBannedWords, readGlossary } from "./glossary.ts";
import { type Fault, inEach, type Rule } from "./rule.ts";
import type { Tree, TreeFile } from "./tree.ts";

const glossaryPath = "docs/STYLE.md";
const text = /\.(ts|js|md|sql|sh|css|json)$|^(bin|\.ci)\/[^.]+$/;

/** The glossary itself, and data: names of packages, and rows that a program wrote. */
const exempt = /^(docs\/STYLE|package-lock|test\/db\/fixtures\/\d)/;

const opening = /^\s*(?:\/\/+|\/?\*+|--|#+|["'`])?\s*/;
const closing = /\s*(?:\*\/|["'`]\s*[+,]?)?\s*$/;

/** Lines as one, without the marks between them. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => line.replace(closing, "").replace(opening, "")).join(" ");
}

/** The words of a line, and the phrases that begin on it and end on the next one. */
function findOnLine(words: readonly BannedWord[], line: string, next: string): readonly string[] {
  const found = findBannedWords(words, line);
  if (line === "" || next === "") return found;
  const known = [...found, ...findBannedWords(words, next)];
  const across = findBannedWords(words, joinLines([line, next]));
  return [...found, ...across.filter((fault) => !known.includes(fault))];
}

function findInFile(words: readonly BannedWord[], { path, lines }: TreeFile): readonly Fault[] {
  const inName = findBannedWords(words, path).map((text) => ({ path, line: 1, text }));
  // Few files have any of the words, so most are searched only as a whole.
  const present = filterWords(words, `${lines.join("\n")}\n${joinLines(lines)}`);
  if (present.length === 0) return inName;
  const inLines = lines.flatMap((line, index) =>
    findOnLine(present, line, lines[index + 1] ?? "").map((text) => ({
      path,
      line: index + 1,
      text,
    })),
  );
  return [...inName, ...inLines];
}

function findWords(tree: Tree): readonly Fault[] {
  const words = readGlossary(tree.get(glossaryPath)?.text ?? "");
  return inEach(tree, text, (file) => (exempt.test(file.path) ? [] : findInFile(words, file)));
}

const style = (...rows: string[]) => `## Glossary\n| not | but |\n|---|---|\n${rows.join("\n")}\n`;
const [banned, verb] = [["de", "ed"].join(""), ["te", "llOne"].join("")];
const [start, end] = ["in", "vain"];

const plainWords: Rule = {
  name: "no banned word of the glossary is in code or docs",
  find: findWords,
  examples: [
    {
      files: {
        [glossaryPath]: style(`| \`${banned}\` | audit event |`, "| `tell…` | notify |"),
        "src/a.ts": `const last_${banned} = 1;\n// A ${banned}.\nconst ${verb} = 2;\n`,
        [`docs/${banned}.md`]: "",
      },
      at: ["src/a.ts:1", "src/a.ts:2", "src/a.ts:3", `docs/${banned}.md:1`],
    },
    {
      files: {
        [glossaryPath]: style(`| \`${banned}\` | audit event |`, "| `tell…` | notify |"),
        "src/a.ts": `const in${banned} = 1;\n`,
      },
      at: [],
    },
    {
      files: {
        [glossaryPath]: style(`| \`${start} ${end}\` | unmet demand |`),
        "src/a.ts": `// Asked ${start}\n// ${end}.\n/**\n * ${start}\n * ${end}\n */\n`,
        "src/b.ts": `f("${start} " +\n  "${end}");\n`,
        "docs/a.md": `Asked ${start}\n${end}.\n\n${start}\n\n${end}\n`,
      },
      at: ["src/a.ts:1", "src/a.ts:4", "src/b.ts:1", "docs/a.md:1"],
    },
  ],
};

/** The rules about the words of the glossary. */
export const wordRules: readonly Rule[] = [plainWords];
