// Measures all lists and files.
import { measureImports } from "./measureImports.ts";
import { listMeasured, measureLists } from "./measureLists.ts";
import type { Measured } from "./outcomes.ts";
import { sheetLists } from "./sheets.ts";

/** Measures the corpora whose names contain `only`. */
export async function measureReadings(only = ""): Promise<Measured[]> {
  const isMeasured = ({ corpus }: { readonly corpus: string }) => corpus.includes(only);
  const lists = await measureLists([...listMeasured(), ...sheetLists].filter(isMeasured));
  return [...lists, ...(await measureImports(isMeasured))];
}
