// Charts: what is drawn, what is said of it, and the same as a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Chart, renderChart } from "../../src/html/chart.ts";

const plain: Chart = {
  id: "one",
  title: "Calls",
  sentence: "What was asked.",
  kind: "bars",
  series: [{ name: "Calls", values: [0, 30, 10] }],
  points: ["Mon", "Tue", "Wed"],
  pointTitle: "Day",
  format: String,
  none: "Nothing was asked.",
};

const draw = (chart: Partial<Chart>): string => renderChart({ ...plain, ...chart }).toString();

test("a chart is an image with a title that says what it shows, beside the same as a table", () => {
  const text = draw({});
  assert.match(text, /<svg role="img" aria-labelledby="one-title"/);
  assert.match(text, /<title id="one-title">Calls\. Calls: 0 to 30, last 10<\/title>/);
  const cells = [...text.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)];
  assert.deepEqual(
    cells.map(([, cell]) => cell),
    ["Wed", "10", "Tue", "30", "Mon", "0"],
  );
});

test("bars stand on the ground, the greatest below the top of a round scale", () => {
  const text = draw({});
  assert.match(text, /<span>50<\/span><span>25<\/span>\s*<span>0<\/span>/);
  // 30 of 50 is 72 of 120 high; nothing is drawn of 0.
  assert.match(text, /class="full" d="M220 120v-72h160v72zM420 120v-24h160v24z"/);
});

test("the scale has the value itself where that is round, and a top where all are small", () => {
  const top = (values: number[]) =>
    /<span>([^<]+)<\/span>/.exec(draw({ series: [{ name: "n", values }] }))?.[1];
  assert.deepEqual([[1], [0.2], [2], [3], [6], [10], [11], [99], [500], [501]].map(top), [
    "1",
    "1",
    "2",
    "5",
    "10",
    "10",
    "20",
    "100",
    "500",
    "1000",
  ]);
});

test("a line is broken where nothing is known, and a point alone is seen", () => {
  const values = [10, null, 10, 10];
  const text = draw({ kind: "line", series: [{ name: "n", values }], points: ["", "", "", ""] });
  assert.match(text, /class="line" d="M60 0H90M360 0H390L525 0"/);
  assert.match(text, /<span class="quiet">none<\/span>/);
});

test("two series are told apart by shape and name, not by colour alone", () => {
  const text = draw({
    series: [
      { name: "Refused", values: [1, 2, 3] },
      { name: "Failed", values: [3, 2, 1] },
    ],
  });
  assert.match(text, /<path class="full"[^>]+>\s*<path class="hollow"/);
  assert.match(text, /Refused: 1 to 3, last 3; Failed: 1 to 3, last 1/);
  assert.match(text, /<span class="bars hollow">Failed<\/span>/);
});

test("where there is nothing to draw, that is said and nothing drawn", () => {
  for (const values of [[], [0, 0], [null, null]]) {
    const text = draw({ series: [{ name: "n", values }] });
    assert.match(text, /Nothing was asked\./);
    assert.doesNotMatch(text, /<svg/);
  }
});

test("a name that holds markup is text", () => {
  const text = draw({ title: "<b>&", series: [{ name: "<i>", values: [1] }], points: ["<u>"] });
  assert.doesNotMatch(text, /<[biu]>/);
});

test("a chart of two series over 30 points has at most 12 KB with its table", () => {
  const values = Array.from({ length: 30 }, (_, place) => 1_234_567 / (place + 1));
  const points = values.map((_, place) => `${place} Nov 2026`);
  const series = ["Made", "Confirmed"].map((name) => ({ name, values }));
  const format = (value: number) => value.toFixed(1);
  assert.ok(draw({ series, points, format }).length <= 12_000);
});
