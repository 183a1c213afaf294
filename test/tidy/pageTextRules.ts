// The words of pages are in the catalogue of their family (decision 200).
import { posix } from "node:path";
import { findPageWords, listCodeValues } from "./pageWords.ts";
import { type Fault, faultAt, type Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

const pages = /^src\/(?:components|console|html|portal|signInPages|site)\/(?:.*\/)?\w+\.ts$/;
const catalogue = /(?:\/texts|\/\w+Texts)\.ts$/;
/** SQL, roles, and rows of a catalog. */
const notPages = /(?:[qQ]ueries|\/access|\/sampleCatalog)\.ts$/;

function findWords(tree: Tree): Fault[] {
  const codeValues = listCodeValues(tree);
  return [...tree.values()].flatMap((file) => {
    if (!pages.test(file.path) || catalogue.test(file.path)) return [];
    if (notPages.test(file.path) || file.code === undefined) return [];
    const family = posix.dirname(file.path);
    return findPageWords(file.code, codeValues).map((node) => {
      const start = node.getStart();
      const line = file.text.slice(start, node.end).split("\n")[0] ?? "";
      return faultAt(file, start, `put this into the catalogue of ${family}: ${line}`);
    });
  });
}

const words: Rule = {
  name: "the words of a page are in the catalogue of its family",
  find: findWords,
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

/** The rules about the texts of pages. */
export const pageTextRules: readonly Rule[] = [words];
