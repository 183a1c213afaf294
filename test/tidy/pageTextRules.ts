// The words of pages are in the catalogue of their family (decision 200).
import { posix } from "node:path";
import { findPageWords, listCodeValues } from "./pageWords.ts";
import { type Fault, faultAt, type Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

/** Families whose words are still in their pages. The list only gets shorter. */
const unconverted: ReadonlySet<string> = new Set([
  "src/console/keyRequests",
  "src/console/keys",
  "src/console/orders",
  "src/console/requests",
]);

const pages = /^src\/(?:components|console|html|portal|signInPages|site)\/(?:.*\/)?\w+\.ts$/;
const catalogue = /(?:\/texts|\/\w+Texts)\.ts$/;
/** SQL, roles, and rows of a catalog. */
const notPages = /(?:[qQ]ueries|\/access|\/sampleCatalog)\.ts$/;

/** Faults by the folder of their file. */
function findByFamily(tree: Tree): Map<string, Fault[]> {
  const codeValues = listCodeValues(tree);
  const families = new Map<string, Fault[]>();
  for (const file of tree.values()) {
    if (!pages.test(file.path) || catalogue.test(file.path)) continue;
    if (notPages.test(file.path) || file.code === undefined) continue;
    const family = posix.dirname(file.path);
    const faults = families.get(family) ?? [];
    families.set(family, faults);
    for (const node of findPageWords(file.code, codeValues)) {
      const start = node.getStart();
      const line = file.text.slice(start, node.end).split("\n")[0] ?? "";
      faults.push(faultAt(file, start, `put this into the catalogue of ${family}: ${line}`));
    }
  }
  return families;
}

const words: Rule = {
  name: "the words of a page are in the catalogue of its family",
  find: (tree) =>
    [...findByFamily(tree)].flatMap(([family, faults]) => (unconverted.has(family) ? [] : faults)),
  examples: [
    {
      files: {
        "src/portal/a/b.ts": [
          'a("Choose one");',
          `a(\`Join \${name}\`);`,
          'a({ title: "Orders" });',
          'renderBadge("good", "On");',
          "html`<p>Orders</p>`;",
          `html\`<button aria-label="Copy all">\${icon}</button>\`;`,
          'formatCounted(lines, "line");',
          'html` title="Copy all"`;',
        ].join("\n"),
      },
      at: [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `src/portal/a/b.ts:${line}`),
    },
    {
      files: {
        "src/portal/a/texts.ts": 'export const texts = { title: "Choose one" };',
        "src/portal/a/listTexts.ts": 'export const listTexts = { title: "Choose one" };',
        "src/orders/a.ts": 'a("Choose one");',
        "src/portal/a/b.ts": [
          'type Outcome = "too many";',
          'if (outcome === "not found") a("too many");',
          'if (failed) throw new Error("The page has no route.");',
          'log.error({ id }, "page failed");',
          `html\`<p class="two words">\${texts.title}&nbsp;<a href="/a b">\${name}</a></p>\`;`,
          `a(\`\${day} \${month}, \${year}\`);`,
          "html` checked`;",
          `html\`data-value="\${value}"\`;`,
          `html\`\${id} data-once\${more}\`;`,
          `a("M0 1v2", \`M\${left} 0h2\`, "img-src 'self' data:", "read -rs NAME");`,
          `a("/orders", \`\${root}/sign-in\`, "GET", { name: "email" });`,
        ].join("\n"),
      },
      at: [],
    },
  ],
};

const listed: Rule = {
  name: "only families with words in their pages are listed as not converted",
  find: (tree) =>
    [...findByFamily(tree)].flatMap(([path, faults]) =>
      unconverted.has(path) && faults.length === 0
        ? [{ path, line: 1, text: "take it from the list in test/tidy/pageTextRules.ts" }]
        : [],
    ),
  examples: [
    { files: { "src/console/orders/a.ts": "a(texts.title);" }, at: ["src/console/orders:1"] },
    {
      files: { "src/console/orders/a.ts": 'a("Choose one");', "src/portal/a/b.ts": "a();" },
      at: [],
    },
  ],
};

/** The rules about the texts of pages. */
export const pageTextRules: readonly Rule[] = [words, listed];
