// The project mentions only itself: not the machine it was written on, nor its tools. Each pattern
// is written so that it does not match itself.
import { inEach, inLines, type Rule } from "./rule.ts";

const realParts = [
  "test/journeys/realParts.test.ts",
  "test/search/mechanicsNames.test.ts",
  "test/search/waysOfWriting.ts",
  "test/search/writtenNumbers.test.ts",
  "test/search/writtenOnPages.test.ts",
];

/** A rule that no line of a text, whatever its kind, may break. */
function unspoken(
  name: string,
  pattern: RegExp,
  examples: Rule["examples"],
  except: readonly string[] = [],
): Rule {
  return {
    name,
    find: (tree) =>
      inEach(tree, /./, (file) =>
        except.includes(file.path) ? [] : inLines(file, (line) => pattern.exec(line)?.[0]),
      ),
    examples,
  };
}

const path = (...parts: string[]) => `/${parts.join("/")}`;

const noMachinePaths = unspoken(
  "no file names a path of the machine it was written on",
  /(?<![\w.~$}/])\/(?:work|root|tmp)(?![\w-])/,
  [
    {
      files: {
        "docs/a.md": `See ${path("work", "notes.md")}.`,
        "test/a.ts": `\nconst folder = "${path("tmp")}";`,
        "bin/a": `cd ${path("root", "a")}`,
      },
      at: ["docs/a.md:1", "test/a.ts:2", "bin/a:1"],
    },
    {
      files: { "test/a.ts": 'a("https://host/tmp/", "./tmp/b", "/workflows", "/root-cause");' },
      at: [],
    },
  ],
);

const noNeighbours = unspoken(
  "only the tests of real parts read files outside the checkout",
  /\.\.[/]shared/,
  [
    { files: { "src/a.ts": `a("..${path("shared", "b")}");` }, at: ["src/a.ts:1"] },
    { files: { "test/journeys/realParts.test.ts": `a("..${path("shared", "b")}");` }, at: [] },
  ],
  realParts,
);

const noRegistries = unspoken(
  "no file names a package registry",
  /\bregistry[.](?:npmjs|yarnpkg|npmmirror)\b|\bnpm[.]pkg[.]github\b|\bproxy[.]golang\b/i,
  [
    {
      files: { "package-lock.json": `"https://${["registry", "npmjs", "org"].join(".")}/a"` },
      at: ["package-lock.json:1"],
    },
    { files: { "docs/a.md": "The registry of packages; npm ci." }, at: [] },
  ],
);

const assistants =
  "A[I]|LL[M]s?|[c]laude|[a]nthropic|[c]hatgpt|[o]penai|[c]opilot|[c]odex|language [m]odels?";

const noAssistants = unspoken(
  "no file names a machine that writes code",
  new RegExp(`\\b(?:${assistants})\\b`, "i"),
  [
    {
      files: { "docs/a.md": `Written by an ${"A"}I.\nAsk ${"Co"}pilot.\nA language ${"mo"}del.` },
      at: ["docs/a.md:1", "docs/a.md:2", "docs/a.md:3"],
    },
    { files: { "docs/a.md": "OpenAPI, an aisle, the pilot, code and models." }, at: [] },
  ],
);

/** The rules about what the project does not speak of. */
export const voiceRules: readonly Rule[] = [
  noMachinePaths,
  noNeighbours,
  noRegistries,
  noAssistants,
];
