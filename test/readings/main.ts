// Measures how lists of parts and files of offers are read, over all that the tests have of them.
//
//   node test/readings/main.ts             totals of each corpus, and rows that are wrong
//     --each         also of each list and file
//     --only TEXT    only corpora whose names contain it
//     --json FILE    writes all outcomes
//     --compare FILE names every row that is better, worse or other than in such a file
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { globalSetup, globalTeardown } from "../support/cluster.ts";
import { measureReadings } from "./measureReadings.ts";
import { compareMeasured, describeTotals, listWrong, type Measured } from "./outcomes.ts";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string", default: "" } as const;
const { values } = parseArgs({ options: { each: flag, only: text, json: text, compare: text } });

await globalSetup();
try {
  const measured = await measureReadings(values.only);
  console.log(describeTotals(measured, values.each));
  for (const wrong of listWrong(measured)) console.log(`wrong    ${wrong}`);
  if (values.compare !== "") {
    const lines = readFileSync(values.compare, "utf8").trim().split("\n");
    const before = lines.map((line): Measured => JSON.parse(line));
    const compared = before.filter(({ corpus }) => corpus.includes(values.only));
    for (const change of compareMeasured(compared, measured)) console.log(change);
  }
  const lines = measured.map((one) => `${JSON.stringify(one)}\n`);
  if (values.json !== "") writeFileSync(values.json, lines.join(""));
} finally {
  await globalTeardown();
}
