// A small chart as SVG, drawn by the server: what it shows is said in its title, and stands in a
// table beneath it. It knows nothing of what it counts.
import { type Content, type Html, html } from "./html.ts";
import { renderTable } from "./table.ts";

/** Values by place, one a point; null where there is none. The second of two is drawn hollow. */
export type Series = {
  readonly name: string;
  readonly values: readonly (number | null)[];
};

export type Chart = {
  /** Told apart from the other charts of the page. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what it comes to. */
  readonly sentence: Content;
  readonly kind: "bars" | "line";
  readonly series: readonly Series[];
  /** What each point is of: in the table, and the first and the last under the chart. */
  readonly points: readonly Content[];
  /** What the points are: the head of their column. */
  readonly pointTitle: string;
  /** A value as it is read, with its unit where that is not in the names of the series. */
  readonly format: (value: number) => string;
  /** Said in place of the chart where there is no value at all. */
  readonly none: string;
};

const width = 600;
const height = 120;

/** A coordinate, short. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The least of 1, 2, 5, 10, 20 … that is not below a value. */
function scaleFor(greatest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(greatest, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= greatest) ?? greatest;
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
      // A point alone is a short dash.
      return isJoined
        ? `L${at(place * slot + slot / 2)} ${y}`
        : `M${at(place * slot + slot * 0.4)} ${y}H${at(place * slot + slot * 0.6)}`;
    });
    return html`<path class="${nth === 0 ? "line" : "line dashed"}" d="${steps.join("")}"/>\n`;
  });
}

function valuesOf(series: readonly Series[]): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}

function describe({ title, series, format }: Chart): string {
  const parts = series.map(({ name, values }) => {
    const known = valuesOf([{ name, values }]);
    if (known.length === 0) return `${name}: none`;
    const last = values.at(-1) ?? null;
    const now = last === null ? "" : `, last ${format(last)}`;
    return `${name}: ${format(Math.min(...known))} to ${format(Math.max(...known))}${now}`;
  });
  return `${title}. ${parts.join("; ")}`;
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

function renderKey({ series, kind }: Chart): Html | null {
  if (series.length < 2) return null;
  const marks = series.map(
    ({ name }, nth) =>
      html`<span class="${kind} ${nth === 0 ? "full" : "hollow"}">${name}</span>\n`,
  );
  return html`<p class="key" aria-hidden="true">${marks}</p>\n`;
}

function renderTwin({ title, series, points, pointTitle, format }: Chart): Html {
  const rows = points.map((point, place) => ({
    cells: [
      point,
      ...series.map(({ values }) => {
        const value = values[place] ?? null;
        return value === null ? html`<span class="quiet">none</span>` : format(value);
      }),
    ],
  }));
  const columns = [
    { title: pointTitle, kind: "words" } as const,
    ...series.map(({ name }) => ({ title: name, kind: "number" }) as const),
  ];
  return html`<details>
<summary>The same as a table<span class="unseen">: ${title}</span></summary>
${renderTable({ caption: title, columns, rows: rows.toReversed() })}</details>
`;
}

/** A chart with its scale, its key where it has two series, and its table, the newest first. */
export function renderChart(chart: Chart): Html {
  const { title, sentence, series, points, format, none } = chart;
  const values = valuesOf(series);
  const head = html`<h2>${title}</h2>\n<p>${sentence}</p>\n`;
  if (values.every((value) => value === 0)) {
    return html`<section class="chart">
${head}<p class="quiet">${none}</p>
</section>
`;
  }
  const top = scaleFor(Math.max(...values));
  return html`<section class="chart">
${head}<div class="plot">
<p class="scale" aria-hidden="true"><span>${format(top)}</span><span>${format(top / 2)}</span>
<span>${format(0)}</span></p>
${drawChart(chart, top)}
</div>
<p class="span" aria-hidden="true"><span>${points[0]}</span><span>${points.at(-1)}</span></p>
${renderKey(chart)}${renderTwin(chart)}</section>
`;
}
