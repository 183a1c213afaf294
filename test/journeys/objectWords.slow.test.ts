// Words that every JavaScript object has as a key, through every interface: they are words like any
// others. A test of the console's addresses and forms has them too (hostileValues).

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { agreementColumns, catalogColumns, stockColumns } from "../../src/imports/file.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { checkSent, sendImport } from "../support/sendImport.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";
import { uploadFile } from "../support/uploadFile.ts";

const words = ["constructor", "__proto__", "toString", "hasOwnProperty"];

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const account = share(() => app.openAccount());
const buyer = share(() => openVisitor(app, account.accountId, { role: "admin" }));
const operator = share(() => openOperator(app));

before(async () => {
  await insertOffer(app.database.db, { partNumber: "A-100" });
});

function errorsOf(): string {
  const errors = app.logLines.filter(({ err }) => err !== undefined);
  return JSON.stringify(errors.at(-1)?.["err"]);
}

for (const word of words) {
  test(`the API reads ${word} as any other word`, async () => {
    const found = await account.post("catalog", { part_numbers: [word], part_names: [word] });
    assert.equal(found.statusCode, 200, found.body);
    const answers = await Promise.all([
      account.post("catalog", `{"part_numbers":["A-100"],"${word}":{"in_stock":true}}`),
      account.post("orders", `{"items":[{"part_id":"${word}","quantity":1,"${word}":1}]}`),
      account.post("orders", { items: [] }, { "idempotency-key": word, [word]: word }),
      account.post("catalog", "{}", { "content-type": word, "accept-encoding": word }),
      account.get(`orders?status=${word}&limit=${word}&${word}=${word}&cursor=${word}`),
      account.get(`orders/${word}`),
      account.get(word),
    ]);
    for (const { statusCode, body } of answers) {
      assert.ok(statusCode >= 400 && statusCode < 500, `${statusCode} ${body}`);
    }
  });

  test(`the portal reads ${word} as any other word, in addresses, forms and lists`, async () => {
    const fields = "q condition unit done next sort state view page row quantity remark name part";
    const form = Object.fromEntries([word, ...fields.split(" ")].map((name) => [name, word]));
    for (const { method, path } of portalRoutes) {
      if (/sign-out|password|second|recovery/.test(path)) continue;
      const url = path.replace(/:\w+/g, word);
      const query = String(new URLSearchParams(form));
      const sent = method === "GET" ? buyer.get(`${url}?${query}`) : buyer.post(url, form);
      const { statusCode } = await sent;
      assert.ok(statusCode < 500, `${method} ${url} ${statusCode} ${errorsOf()}`);
    }
    const rows = `P/N,Qty,UOM,Cond,${word}\nA-100,1,${word},${word},x\n${word},3 ${word},EA,NE,x`;
    for (const text of [rows, rows.replaceAll(",", "\t"), `${word}\n${word} 4`, `${word},2`]) {
      const list = await pasteCheckedList(app, buyer, text);
      const columns = { line: "1", "column-part_number": word, "column-quantity": "1" };
      const answers = [
        await buyer.get(list),
        await buyer.post(`${list}/columns`, columns),
        await uploadFile(app, buyer, "/quick-order/file", `${word}.csv`, Buffer.from(text)),
      ];
      for (const { statusCode } of answers) assert.ok(statusCode < 500, errorsOf());
    }
  });

  test(`the shell reads ${word} as any other word`, async () => {
    const input = `${word},part_number,price\n${word},A-1,${word}\n`;
    const value = `${word}:${word}=${word}`;
    for (const args of [
      ["catalog", "import", "-", "--vendor", word, "--column", `${word}=${word}`],
      ["catalog", "import", "-", "--set", `${word}=${word}`, "--value", value],
      ["catalog", "import", "-", "--value", `condition:${word}=NE`, "--repeats", word],
      ["stock", "import", "-", "--vendor", word, "--sheet", word],
      ["price", "import", "-", "--account", word],
      ["price", "explain", "--account", word, "--part", word],
      ["catalog", "history", word],
      ["code", "map", word, word],
      ["order", "list", "--status", word],
      ["order", "show", word],
      ["account", "suspend", word],
      ["import", "show", word],
      [word, word],
    ]) {
      const { stderr } = await runCommand(app.database, args, { [word]: word }, input);
      assert.doesNotMatch(stderr, /^Failed: /m, args.join(" "));
    }
  });
}

test("an import reads such words as any others, in headers, cells and settings", async () => {
  const kinds = {
    catalog: catalogColumns("Acme"),
    stock: stockColumns("Acme"),
    agreement: agreementColumns,
  };
  for (const [kind, columns] of Object.entries(kinds)) {
    const [first = "", ...others] = columns.map(({ name }) => name);
    // "constructor" is Spanish for a manufacturer: as a header it is a second such column.
    const headers = words.slice(1);
    const [word = ""] = headers;
    // A column of other vendors than the one of the import is a question.
    const usual = [first, ...others, ...headers].map((cell) => (cell === "vendor" ? "Acme" : "1"));
    const rows = [first, ...others].flatMap((name, at) =>
      (name === "vendor" ? [] : words).map((odd) =>
        usual.map((cell, place) => (at === place ? odd : cell)),
      ),
    );
    const files = [first, word].map((name) => [[name, ...others, ...headers], ...rows]);
    const texts = files.map((file) => file.map((cells) => cells.join(",")).join("\n"));
    const objects = rows.map((cells) =>
      Object.fromEntries(cells.map((cell, place) => [[first, ...others, ...headers][place], cell])),
    );
    for (const bytes of [...texts, JSON.stringify(objects)]) {
      const own = { kind, vendor: "Acme", account: account.accountId, name: word };
      const sent = await sendImport(app, operator, bytes, own);
      const settings = { version: "1", repeats: word, stock: word, [`column-${first}`]: "0" };
      const run = await checkSent(app, operator, sent, settings);
      assert.notEqual(run.state, "failed", JSON.stringify(run));
    }
  }
});
