// Small charts as SVG, rendered on the server. Invariant: what a chart shows is also in its title
// and in the table below it.
import { type Content, type Html, html } from "./html.ts";
import { renderTable } from "./table.ts";
import { texts } from "./texts.ts";

/** One value per point, null for no value. The second of two series is drawn hollow. */
type Series = {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The texts of the values, if a number is not exact enough. */
  readonly labels?: readonly string[];
};

export type Chart = {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** One sentence that sums it up. */
  readonly sentence: Content;
  readonly kind: "bars" | "line";
  readonly series: readonly Series[];
  /** The label of each point: in the table, and under the chart for the first and the last. */
  readonly points: readonly Content[];
  /** Where each point leads. */
  readonly hrefs: readonly string[];
  /** The head of the points' column. */
  readonly pointTitle: string;
  /** Formats a value, with its unit unless the names of the series have it. */
  readonly format: (value: number) => string;
  /** Replaces a chart that has no values. */
  readonly none: string;
};

const width = 600;
const height = 120;

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The smallest of 2, 4, 10, 20, 40, 50 … that is at least `greatest`: half of it is whole, too. */
function scaleFor(greatest: number): number {
  const least = Math.max(greatest, 2);
  const power = 10 ** Math.floor(Math.log10(least));
  const tops = [1, 2, 4, 5, 10].map((step) => step * power);
  return tops.find((top) => top >= least && top % 2 === 0) ?? least;
}

function drawBars(series: readonly Series[], top: number): Html[] {
  const slot = width / Math.max(1, series[0]?.values.length ?? 1);
  const bar = (slot * 0.8) / series.length;
  return series.map(({ values }, nth) => {
    const bars = values.map((value, place) => {
      if (value === null || value === 0) return "";
      const tall = (Math.min(value, top) / top) * height;
      const left = place * slot + slot * 0.1 + nth * bar;
      return `M${at(left)} ${height}v-${at(tall)}h${at(bar)}v${at(tall)}z`;
    });
    return html`<path class="${nth === 0 ? "full" : "hollow"}" d="${bars.join("")}"/>\n`;
  });
}

function drawLines(series: readonly Series[], top: number): Html[] {
  return series.map(({ values }, nth) => {
    const slot = width / Math.max(1, values.length);
    const steps = values.map((value, place) => {
      if (value === null) return "";
      const y = at(height - (Math.min(value, top) / top) * height);
      const isJoined = (values[place - 1] ?? null) !== null;
      // A point without a neighbour is a short dash.
      return isJoined
        ? `L${at(place * slot + slot / 2)} ${y}`
        : `M${at(place * slot + slot * 0.4)} ${y}H${at(place * slot + slot * 0.6)}`;
    });
    return html`<path class="line${nth === 0 ? null : " dashed"}" d="${steps.join("")}"/>\n`;
  });
}

function valuesOf(series: readonly Series[]): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}

/** The text of a value; null if it has none. */
function formatValue({ values, labels }: Series, place: number, format: Chart["format"]) {
  const value = values.at(place) ?? null;
  return value === null ? null : (labels?.at(place) ?? format(value));
}

function describe({ title, series, format }: Chart): string {
  const parts = series.map((one) => {
    const { name, values } = one;
    const known = valuesOf([one]);
    if (known.length === 0) return texts.chart.noValues(name);
    const text = (value: number) => formatValue(one, values.indexOf(value), format) ?? "";
    const [least, most] = [text(Math.min(...known)), text(Math.max(...known))];
    const last = formatValue(one, -1, format);
    const { range, rangeAndLast } = texts.chart;
    return last === null ? range(name, least, most) : rangeAndLast(name, least, most, last);
  });
  return texts.chart.summary(title, parts);
}

function drawChart(chart: Chart, top: number): Html {
  const { id, kind, series } = chart;
  const shapes = kind === "bars" ? drawBars(series, top) : drawLines(series, top);
  const rules = [0, height / 2, height].map((y) => `M0 ${y}H${width}`).join("");
  return html`<svg role="img" aria-labelledby="${id}-title" viewBox="0 0 ${width} ${height}"
 preserveAspectRatio="none">
<title id="${id}-title">${describe(chart)}</title>
<path class="rule" d="${rules}"/>
${shapes}</svg>`;
}

/** What a point has, such as "Refused 3, Failed 0". */
function describePoint({ series, format }: Chart, place: number): string {
  return series
    .map((one) => `${one.name} ${formatValue(one, place, format) ?? texts.chart.noValue}`)
    .join(", ");
}

/**
 * A link over each point, which shows its values while the mouse or the focus is on it. Only the
 * newest is a stop of the Tab key: arrow keys move to the others, and the table has all of them.
 */
function renderPoints(chart: Chart): Html {
  const { title, points, hrefs } = chart;
  const links = points.map((point, place) => {
    const stop = place === points.length - 1 ? null : html` tabindex="-1"`;
    const values = html`<span>${point}<br>${describePoint(chart, place)}</span>`;
    return html`<li><a href="${hrefs[place]}"${stop}>${values}</a></li>\n`;
  });
  return html`<ol class="points" aria-label="${title}" data-points>
${links}</ol>`;
}

function renderKey({ series, kind }: Chart): Html | null {
  if (series.length < 2) return null;
  const marks = series.map(
    ({ name }, nth) =>
      html`<span class="${kind} ${nth === 0 ? "full" : "hollow"}">${name}</span>\n`,
  );
  return html`<p class="key" aria-hidden="true">${marks}</p>\n`;
}

function renderChartTable(chart: Chart): Html {
  const { title, series, points, hrefs, pointTitle, format } = chart;
  const rows = points.map((point, place) => ({
    cells: [
      html`<a href="${hrefs[place]}">${point}</a>`,
      ...series.map((one) => {
        const none = html`<span class="quiet">${texts.chart.noValue}</span>`;
        return formatValue(one, place, format) ?? none;
      }),
    ],
  }));
  const columns = [
    { title: pointTitle, kind: "words" } as const,
    ...series.map(({ name }) => ({ title: name, kind: "number" }) as const),
  ];
  return html`<details>
<summary>${texts.chart.showTable(title)}</summary>
${renderTable({ caption: title, columns, rows: rows.toReversed() })}</details>
`;
}

/** The table has the newest point first. */
export function renderChart(chart: Chart): Html {
  const { title, sentence, series, points, format, none } = chart;
  const values = valuesOf(series);
  const head = html`<header><h2>${title}</h2></header>\n<p class="quiet">${sentence}</p>\n`;
  if (values.every((value) => value === 0)) {
    return html`<section class="chart card">
${head}<p class="quiet">${none}</p>
</section>
`;
  }
  const top = scaleFor(Math.max(...values));
  return html`<section class="chart card">
${head}<div class="plot">
<p class="scale" aria-hidden="true"><span>${format(top)}</span><span>${format(top / 2)}</span>
<span>${format(0)}</span></p>
<div class="drawing">
${drawChart(chart, top)}
${renderPoints(chart)}
</div>
</div>
<p class="span" aria-hidden="true"><span>${points[0]}</span><span>${points.at(-1)}</span></p>
${renderKey(chart)}${renderChartTable(chart)}</section>
`;
}

export type Tile = {
  readonly title: string;
  readonly figure: Content;
  /** Oldest first; none if there is no trend. */
  readonly values?: readonly number[];
  /** Where the title leads. */
  readonly href: string;
};

const sparkWidth = 200;
const sparkHeight = 34;

function renderTrend(values: readonly number[]): Html {
  const top = Math.max(...values, 1);
  const step = sparkWidth / Math.max(1, values.length - 1);
  const points = values.map((value, place) => {
    return `${at(place * step)} ${at(sparkHeight - 2 - (value / top) * (sparkHeight - 6))}`;
  });
  const line = `M${points.join("L")}`;
  return html`<svg class="spark" viewBox="0 0 ${sparkWidth} ${sparkHeight}" preserveAspectRatio="none"
 aria-hidden="true"><path d="${line}L${sparkWidth} ${sparkHeight}L0 ${sparkHeight}z"/><path
 d="${line}"/></svg>
`;
}

/** A figure of a home page, with its trend if it has one. */
export function renderTile({ title, figure, values, href }: Tile): Html {
  return html`<div class="card tile">
<p><a href="${href}">${title}</a></p>
<strong>${figure}</strong>
${values && renderTrend(values)}</div>
`;
}
