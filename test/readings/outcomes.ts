// What is measured of a list or file, and what it amounts to.
//
// Outcomes of a row whose meaning is stated: "right"; "incomplete", without the certificate or day
// that it asks for; "wrong", ready with another part, quantity, unit, condition or price; "asked
// right" and "asked", which need a person, with all of it read or not; "missing"; and of lines that
// order nothing "left out" or "no row". Of others: "ready" or "not ready".

/** By its line or part number, the outcome of a row, a colon, and what was read. */
type Rows = Readonly<Record<string, string>>;

export type Measured = { readonly corpus: string; readonly name: string; readonly rows: Rows };

const ranks: Readonly<Record<string, number>> = {
  wrong: 0,
  missing: 1,
  "not ready": 1,
  asked: 1,
  "no row": 2,
  "asked right": 2,
  incomplete: 3,
  "left out": 4,
  ready: 4,
  right: 4,
};

function outcomeOf(row: string): string {
  return row.split(": ")[0] ?? "";
}

type Totals = { rows: number; ready: number; right: number; wrong: number };

/** Rows that order something, the ready ones, those that are ready and right, and wrong ones. */
function countRows({ rows }: Measured): Totals {
  const outcomes = Object.values(rows).map(outcomeOf);
  const count = (...of: string[]) => outcomes.filter((one) => of.includes(one)).length;
  return {
    rows: outcomes.length - count("left out", "no row"),
    ready: count("right", "incomplete", "wrong", "ready"),
    right: count("right"),
    wrong: count("wrong"),
  };
}

function addTotals(all: readonly Totals[]): Totals {
  const sum = (of: keyof Totals) => all.reduce((total, one) => total + one[of], 0);
  return { rows: sum("rows"), ready: sum("ready"), right: sum("right"), wrong: sum("wrong") };
}

/** A table of each list or file, with the totals of each corpus. */
export function describeTotals(measured: readonly Measured[], isWhole: boolean): string {
  const line = (name: string, { rows, ready, right, wrong }: Totals) =>
    `${[rows, ready, right, wrong].map((count) => String(count).padStart(7)).join("")}  ${name}`;
  const corpora = [...Map.groupBy(measured, ({ corpus }) => corpus)].flatMap(([corpus, lists]) => {
    const each = isWhole ? lists.map((list) => line(`  ${list.name}`, countRows(list))) : [];
    return [line(corpus, addTotals(lists.map(countRows))), ...each];
  });
  const all = line("all", addTotals(measured.map(countRows)));
  return ["   rows  ready  right  wrong", ...corpora, all].join("\n");
}

/** Each row that is wrong, as "corpus, list, row: what was read". */
export function listWrong(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ corpus, name, rows }) =>
    Object.entries(rows)
      .filter(([, row]) => outcomeOf(row) === "wrong")
      .map(([row, read]) => `${corpus}, ${name}, ${row}: ${read.slice("wrong: ".length)}`),
  );
}

/** Each row that is other than before: better, worse, or for a person to judge. */
export function compareMeasured(before: readonly Measured[], after: readonly Measured[]): string[] {
  const keyOf = ({ corpus, name }: Measured) => `${corpus}, ${name}`;
  const earlier = new Map(before.map((list) => [keyOf(list), list.rows]));
  const later = new Map(after.map((list) => [keyOf(list), list.rows]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((list) => {
    const [old, current] = [earlier, later].map(
      (of) => new Map(Object.entries(of.get(list) ?? {})),
    );
    return [...new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])].flatMap((row) => {
      const [was, is] = [old?.get(row) ?? "no row: ", current?.get(row) ?? "no row: "];
      if (was === is) return [];
      const [rank = 0, newRank = 0] = [was, is].map((one) => ranks[outcomeOf(one)]);
      const change = newRank > rank ? "better" : newRank < rank ? "worse" : "changed";
      return [`${change}  ${list}, ${row}\n          ${was}\n          ${is}`];
    });
  });
}
