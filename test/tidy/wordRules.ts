// The words of the glossary in code and docs. Rendered pages are scanned by assertPlainWords, where
// the tests visit every page of both sites.
import { findBannedWords, readGlossary } from "./glossary.ts";
import { type Fault, inEach, type Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

const glossaryPath = "docs/STYLE.md";
const text = /\.(ts|js|md|sql|sh|css|json)$|^(bin|\.ci)\/[^.]+$/;

/** Names of version 0.1, in the files that still accept or upgrade them. */
const exempt =
  /^(docs\/STYLE|package-lock|migrations\/upgrade-0\.1\.0|test\/db\/(fixtures\/|upgrade\.test))/;

function findWords(tree: Tree): readonly Fault[] {
  const words = readGlossary(tree.get(glossaryPath)?.text ?? "");
  return inEach(tree, text, ({ path, lines }) => {
    if (exempt.test(path)) return [];
    return [path, ...lines].flatMap((line, index) =>
      line.includes("of 0.1:")
        ? []
        : findBannedWords(words, line).map((fault) => ({
            path,
            line: Math.max(1, index),
            text: fault,
          })),
    );
  });
}

const style = (...rows: string[]) => `## Glossary\n| not | but |\n|---|---|\n${rows.join("\n")}\n`;
const [banned, verb] = [["de", "ed"].join(""), ["te", "llOne"].join("")];

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
        "src/a.ts": `const in${banned} = 1;\nconst old = "${banned}"; // of 0.1: still read\n`,
      },
      at: [],
    },
  ],
};

/** The rules about the words of the glossary. */
export const wordRules: readonly Rule[] = [plainWords];
