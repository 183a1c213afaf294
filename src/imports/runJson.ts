// The one serializer of runs: the shell and the operator API have their facts from here.
import type { ConductedRun } from "./conductRun.ts";
import type { RunReport } from "./run.ts";

/** A report as `--json` writes it. */
export function writeReport(report: RunReport): Record<string, unknown> {
  const { stops, refusals, unread, translated = [], refusedValues = [], cleaned } = report;
  const { stock, repeats, warnings } = report;
  return {
    stops,
    refusals,
    unread,
    translated,
    refused_values: refusedValues,
    cleaned: cleaned ?? null,
    ...(stock && {
      stock: {
        mode: stock.mode,
        is_declared: stock.isDeclared,
        as_of: stock.asOf,
        as_of_from: stock.asOfFrom,
      },
    }),
    ...(repeats && {
      repeats: {
        rule: repeats.rule,
        is_declared: repeats.isDeclared,
        rows: repeats.rows,
        offers: repeats.offers,
        example: {
          part_number: repeats.example.partNumber,
          line: repeats.example.line,
          earlier_line: repeats.example.earlier,
        },
      },
    }),
    warnings,
  };
}

/** The output of `--json` for a run that has just ended. */
export function describeRun(run: ConductedRun, isDry: boolean): Record<string, unknown> {
  const { runId, state, counts } = run;
  return { run_id: runId, state, ...counts, dry_run: isDry, ...writeReport(run) };
}
