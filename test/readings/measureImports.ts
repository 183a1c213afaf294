// Measures imports: each file of a dealer is sent to the wizard, checked and imported as proposed,
// then once more with what a person enters and corrects.
import type { DealerFile, ExpectedOffer } from "../dealerFiles/dealerFile.ts";
import {
  checkAsShown,
  commitRun,
  correctValues,
  exportOffers,
  openWizard,
  type Wizard,
} from "../dealerFiles/importInWizard.ts";
import { moreLists } from "../dealerFiles/moreLists.ts";
import { priceLists } from "../dealerFiles/priceLists.ts";
import { stockLists } from "../dealerFiles/stockLists.ts";
import type { Measured } from "./outcomes.ts";
import { sheetFiles } from "./sheets.ts";

const rowOf = (offer: ExpectedOffer) => `${offer["part_number"]} ${offer["condition"]}`;

/** The columns of an offer that are other than meant; null if there are none. */
function findDifference(meant: ExpectedOffer, read: ExpectedOffer, isSheet: boolean) {
  const columns = new Set([...Object.keys(meant), ...(isSheet ? ["price"] : Object.keys(read))]);
  const other = [...columns].filter((column) => meant[column] !== read[column]);
  return other.length === 0
    ? null
    : other.map((column) => `${column} ${read[column] ?? "-"}`).join(", ");
}

/** The offers that an import leads to, by row: as it is proposed, or as a person answers. */
async function importFile(wizard: Wizard, file: DealerFile, isAnswered: boolean) {
  const own = file.offers[0]?.["vendor"];
  const vendor = own ?? `Dealer of ${file.name}`;
  const given = isAnswered ? file : { ...file, entered: {} };
  const run = await checkAsShown(wizard, given, own === undefined ? vendor : undefined);
  if (run?.state === "previewed") {
    const checked = isAnswered ? await correctValues(wizard, run, file) : run;
    if (checked.state === "previewed") await commitRun(wizard, checked);
  }
  const offers = await exportOffers(wizard, vendor, own !== undefined);
  return new Map(offers.map((offer) => [rowOf(offer), offer]));
}

async function measureFile(
  file: DealerFile,
  corpus: string,
  [asProposed, answered]: readonly [Wizard, Wizard],
): Promise<Measured> {
  const isSheet = corpus === "six sheets";
  const read = await importFile(asProposed, file, false);
  const meant = new Map(file.offers.map((offer) => [rowOf(offer), offer]));
  const isOpen = [...meant.keys()].some((row) => !read.has(row));
  const later = isOpen ? await importFile(answered, file, true) : new Map();
  const rows = [...meant].map(([row, offer]) => {
    const [first, second] = [read.get(row), later.get(row)];
    const difference = findDifference(offer, first ?? second ?? {}, isSheet);
    const asked = difference === null ? "asked right: " : "asked: ";
    if (first === undefined) return [row, asked];
    return [row, difference === null ? "right: " : `wrong: ${difference}`];
  });
  const others = [...read.keys()].filter((row) => !meant.has(row));
  return {
    corpus,
    name: file.name,
    rows: Object.fromEntries([...rows, ...others.map((row) => [row, "wrong: no offer"])]),
  };
}

type IsMeasured = (of: { readonly corpus: string }) => boolean;

export async function measureImports(isMeasured: IsMeasured): Promise<Measured[]> {
  const all = [
    { corpus: "six sheets", files: sheetFiles },
    { corpus: "test/dealerFiles", files: [...priceLists, ...stockLists, ...moreLists] },
  ].filter(isMeasured);
  const wizards = [await openWizard(), await openWizard()] as const;
  const measured: Measured[] = [];
  for (const { corpus, files } of all) {
    for (const file of files) measured.push(await measureFile(file, corpus, wizards));
  }
  for (const { app } of wizards) await app.close();
  return measured;
}
