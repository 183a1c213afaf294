// Charts: the image, its text alternative and its table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Chart, renderChart } from "../../src/kit/html/chart.ts";

const plain: Chart = {
  id: "one",
  title: "Calls",
  sentence: "All requests.",
  kind: "bars",
  series: [{ name: "Calls", values: [0, 30, 10] }],
  points: ["Mon", "Tue", "Wed"],
  hrefs: ["/mon", "/tue", "/wed"],
  pointTitle: "Day",
  format: String,
  none: "No requests.",
};

const draw = (chart: Partial<Chart>): string => renderChart({ ...plain, ...chart }).toString();

test("a chart is an image with a title that describes it, and a table with the same values", () => {
  const text = draw({});
  assert.match(text, /<svg role="img" aria-labelledby="one-title"/);
  assert.match(text, /<title id="one-title">Calls\. Calls: 0 to 30, last 10<\/title>/);
  const cells = [...text.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)];
  assert.deepEqual(
    cells.map(([, cell]) => cell),
    ['<a href="/wed">Wed</a>', "10", '<a href="/tue">Tue</a>', "30", '<a href="/mon">Mon</a>', "0"],
  );
});

test("each point is a link with its values, and the newest is the only stop of the Tab key", () => {
  const text = draw({
    series: [
      { name: "Refused", values: [0, 30, null] },
      { name: "Failed", values: [1, 2, 3] },
    ],
  });
  const points = [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, point]) => point);
  assert.deepEqual(points, [
    '<a href="/mon" tabindex="-1"><span>Mon<br>Refused 0, Failed 1</span></a>',
    '<a href="/tue" tabindex="-1"><span>Tue<br>Refused 30, Failed 2</span></a>',
    '<a href="/wed"><span>Wed<br>Refused none, Failed 3</span></a>',
  ]);
});

test("bars start at zero, and the highest stays below the top of a rounded scale", () => {
  const text = draw({});
  assert.match(text, /<span>40<\/span><span>20<\/span>\s*<span>0<\/span>/);
  // 30 of 40 is 90 of 120 high; no bar is drawn for 0.
  assert.match(text, /class="full" d="M220 120v-90h160v90zM420 120v-30h160v30z"/);
});

test("the scale ends at a round value whose half is whole", () => {
  const top = (values: number[]) =>
    /<span>([^<]+)<\/span>/.exec(draw({ series: [{ name: "n", values }] }))?.[1];
  assert.deepEqual([[1], [0.2], [2], [3], [6], [10], [11], [99], [500], [501]].map(top), [
    "2",
    "2",
    "2",
    "4",
    "10",
    "10",
    "20",
    "100",
    "500",
    "1000",
  ]);
});

test("a line is interrupted where a value is missing, and a single point is visible", () => {
  const values = [10, null, 10, 10];
  const text = draw({
    kind: "line",
    series: [{ name: "n", values }],
    points: ["", "", "", ""],
    hrefs: ["", "", "", ""],
  });
  assert.match(text, /class="line" d="M60 0H90M360 0H390L525 0"/);
  assert.match(text, /<span class="quiet">none<\/span>/);
});
