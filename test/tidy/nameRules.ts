// Names: no folders for leftovers, no meaningless words, no second word for a part.
import { posix } from "node:path";
import { exportsOf } from "./exportsOf.ts";
import { faultAt, inEach, type Rule } from "./rule.ts";
import { wordsOf } from "./wordsOf.ts";

const codeFile = /^(src|sdk|test|bench|bin)\/.*\.(ts|js|mjs|css|sql)$/;
const leftovers = new Set("util utils lib libs common helper helpers shared misc index".split(" "));
const empty =
  "manager service helper helpers util utils processor dto data info handle process enum";
const notAPart = "product products sku skus";
const forbidden = new Set(`${empty} ${notAPart}`.split(" "));

function forbiddenIn(name: string): string | undefined {
  return wordsOf(name).find((word) => forbidden.has(word));
}

const noLeftovers: Rule = {
  name: "no file or folder is named utils, lib, common, helpers, shared, misc or index",
  find: (tree) =>
    inEach(tree, codeFile, ({ path }) =>
      path
        .replace(/(\.test)?\.\w+$/, "")
        .split("/")
        .filter((part) => leftovers.has(part.toLowerCase()))
        .map((part) => ({ path, line: 1, text: `${part} is a folder for leftovers` })),
    ),
  examples: [
    {
      files: { "src/utils.ts": "", "src/lib/a.ts": "", "test/common/a.ts": "", "sdk/index.ts": "" },
      at: ["src/utils.ts:1", "src/lib/a.ts:1", "test/common/a.ts:1", "sdk/index.ts:1"],
    },
    { files: { "src/catalog/common9.ts": "", "docs/index.md": "" }, at: [] },
  ],
};

const plainFileNames: Rule = {
  name: "no file name has a meaningless word or a second word for a part",
  find: (tree) =>
    inEach(tree, codeFile, ({ path }) => {
      const word = forbiddenIn(posix.basename(path).replace(/\.\w+$/, ""));
      return word === undefined ? [] : [{ path, line: 1, text: `the word ${word}` }];
    }),
  examples: [
    {
      files: { "src/orders/orderService.ts": "", "src/db/poolManager.ts": "", "src/sku.ts": "" },
      at: ["src/orders/orderService.ts:1", "src/db/poolManager.ts:1", "src/sku.ts:1"],
    },
    { files: { "src/db/database.ts": "", "src/catalog/serviceable.ts": "" }, at: [] },
  ],
};

const plainExports: Rule = {
  name: "no exported name has a meaningless word or a second word for a part",
  find: (tree) =>
    inEach(tree, codeFile, (file) =>
      (file.code === undefined ? [] : exportsOf(file.code.ast)).flatMap(({ name, node }) => {
        const word = forbiddenIn(name);
        if (word === undefined) return [];
        return [faultAt(file, node.getStart(), `${name} has the word ${word}`)];
      }),
    ),
  examples: [
    {
      files: {
        "src/a.ts": "export class OrderService {}\nexport type PartDTO = 1;\nexport let handleA;",
        "src/b.ts": "\nexport const { productId, b: [SKU] } = c;\nexport interface PartInfo {}",
      },
      at: ["src/a.ts:1", "src/a.ts:2", "src/a.ts:3", "src/b.ts:2", "src/b.ts:2", "src/b.ts:3"],
    },
    { files: { "src/a.ts": "const data = 1;\nexport const database = 1, services2 = 2;" }, at: [] },
  ],
};

/** The rules about words. */
export const nameRules: readonly Rule[] = [noLeftovers, plainFileNames, plainExports];
