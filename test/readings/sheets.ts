// Six sheets as planners, buyers and vendors write them, all invented, with what each row means.
import { readFileSync } from "node:fs";
import { type DealerFile, offersOf } from "../dealerFiles/dealerFile.ts";
import type { OfferFields } from "../support/insertOffer.ts";

const readSheet = (name: string) => readFileSync(new URL(`sheets/${name}`, import.meta.url));

const papers = "8130-3; EASA Form 1; CoC";

/** The parts that the lists below name, as "number condition unit". */
const stocked = `
  MS29513-214 NE EA, NAS1149F0463P NE EA, BACB30NN4K8 NE EA, AN960-416L NE EA, 65-44828-7 OH EA,
  AE701-6 NE FT, M83248/1-012 NE EA, DSF-3310 NE EA, DSF-3310A NE EA, MS20470AD4-6 NE EA,
  622-8971-005 OH EA, 2117M52-1 NE EA, MS24665-153 NE EA, S9413-545 NE EA, MIL-PRF-23699 NE QT,
  114A5012-3 NE EA, 114A5012-4 AR EA, 114A5012-4 SV EA, AN4-12A NE EA, AN4-12 NE EA,
  BACR15BB5AD7C NE EA, NAS6204-8 NE EA, MS21044N4 NE EA, ABS0604-4 NE EA, AN365-524A NE EA,
  D2156-3 OH EA, EN6115-4 NE EA, NSA935401-04 NE MR, NSA5050-4C NE EA, MS29561-012 NE EA,
  3214446-4 OH EA, 10-60754-1 SV EA, MS20995C32 NE LB, 65C27855-3 NE EA, 65C27855-5 NE EA,
  BACW10P44S NE EA, NAS1801-3-10 NE EA, 9059-5 NE EA, MS35489-6 NE EA`;

export const sheetOffers: readonly OfferFields[] = [
  ...stocked.split(",").map((text) => {
    const [partNumber = "", condition = "", unit = ""] = text.trim().split(" ");
    return { partNumber, condition, unit, stock: 9000, certificate: papers };
  }),
  { partNumber: "MS28775-222", nsn: "5330012345678", stock: 9000, certificate: papers },
];

/**
 * What a list means: "line | part | quantity and unit | condition | certificates | day", with "="
 * between quantities that are the same. A row of "-" is not to be ordered.
 */
export const sheetLists = [
  {
    name: "a German AOG mail",
    file: "aogMail.txt",
    truth: [
      "9 | MS29513-214 | 6 EA | | | 2026-11-24",
      "10 | NAS1149F0463P | 2 EA | NE",
      "11 | BACB30NN4K8 | 12 EA",
      "12 | AN960-416L | 25 EA | | | 2026-12-02",
      "13 | 65-44828-7 | 1 EA | OH | EASA Form 1",
      "14 | AE701-6 | 3.5 MR",
      "15 | M83248/1-012 | 10 EA",
      "16 | DSF-3310 | 4 EA | NE",
      "17 | MS20470AD4-6 | 1200 EA",
      "18 | 622-8971-005 | 1 EA | SV / OH",
    ],
  },
  {
    name: "a requisition of an MRO with lines that are cancelled",
    file: "requisition.txt",
    truth: [
      "5 | 2117M52-1 | 4 EA | NE | 8130-3 | 2026-12-05",
      "6 | MS24665-153 | 2 HD = 200 EA | NE | CoC | 2026-12-05",
      "7 | -",
      "8 | S9413-545 | 20 EA | NE | 8130-3 | 2026-12-12",
      "9 | 622-8971-005 | 1 EA | OH / SV | EASA Form 1; 8130-3 | 2026-12-01",
      "10 | MIL-PRF-23699 | 12 QT | NE | CoC",
      "11 | AE701-6 | 15 FT | NE | | 2026-12-18",
      "12 | -",
      "13 | 114A5012-4 | 2 EA | AR | | 2026-12-18",
      "14 | AN4-12A | 50 EA | NE | CoC",
      "15 | -",
    ],
  },
  {
    name: "a French shop list",
    file: "atelier.txt",
    truth: [
      "4 | NAS6204-8 | 10 EA",
      "5 | MS21044N4 | 4 EA | NE",
      "6 | ABS0604-4 | 2 EA",
      "7 | AN365-524A | 12 EA",
      "8 | D2156-3 | 1 EA | OH | EASA Form 1",
      "9 | EN6115-4 | 1 BX",
      "10 | NSA935401-04 | 6 MR",
      "11 | NSA5050-4C | 25 EA",
      "12 | MS29561-012 | 5 EA | | | 2026-11-30",
      "13 | MS20470AD4-6 | 1000 EA",
      "14 | -",
      "15 | 114A5012-4 | 1 PR = 2 EA | SV",
      "16 | -",
    ],
  },
  {
    name: "a paste of an English buyer",
    file: "buyerPaste.txt",
    truth: [
      "3 | BACR15BB5AD7C | 200 EA",
      "4 | 3214446-4 | 2 EA | OH | 8130-3",
      "5 | S9413-545 | 4 EA | NE | 8130-3 | 2026-12-04",
      "6 | 10-60754-1 | 1 EA | SV / OH",
      "7 | MS20995C32 | 2 LB",
      "8 | MS28775-222 | 5 EA",
      "9 | AN4-12A | 10 EA",
      "10 | 65C27855-3 | 1 EA | NE / NS",
      "11 | BACW10P44S | 3 EA",
      "12 | NAS1801-3-10 | 50 EA | | CoC",
      "13 | 9059-5 | 2 EA",
      "14 | MS35489-6 | 1 DZ = 12 EA",
      "15 | 2117M52-1 | 2 EA | NE | | 2026-12-01",
      "16 | MIL-PRF-23699 | 1 case",
    ],
  },
].map(({ file, ...list }) => ({ ...list, text: readSheet(file).toString() }));

const stockColumns =
  "part_number | condition | unit_of_measure | available_stock | price | currency";

/** Of these only the columns of the truth are compared. */
export const sheetFiles: readonly DealerFile[] = [
  {
    name: "a Spanish price list with a second table beside the first",
    bytes: readSheet("listaFluidos.csv"),
    entered: { "column-part_number": "0" },
    offers: offersOf(
      stockColumns,
      "SK-2210-4 | NE | EA | 340 | 2.15 | EUR",
      "SK-2210-6 | NE | EA | 1200 | 2.40 | EUR",
      "HD-771-3 | OH | EA | 2 | 4850.00 | EUR",
      "HD-771-9 | NE | MR | 85 | 14.30 | EUR",
      "TR-118 | NE | EA | 16 | 61.20 | EUR",
      "TR-120 | SV | EA | 4 | - | EUR",
    ),
    warnings: [],
  },
  {
    name: "a stock list of a broker with prices per package",
    bytes: readSheet("brokerPackages.csv"),
    entered: { "column-price": "7" },
    offers: offersOf(
      `${stockColumns} | certificate`,
      "MS27039-1-08 | NE | EA | 2400 | 0.39 | USD | CoC",
      "NAS1149F0332P | NE | EA | 18000 | 0.06 | USD | CoC",
      "MS21042-3 | NE | EA | 3500 | 0.53 | USD | 8130-3",
      "HL18PB6-5 | NS | EA | 640 | 4.80 | USD | -",
      "22-11205-1 | OH | EA | 2 | 3150.00 | USD | EASA Form 1",
      "MS20995C32 | NE | LB | 36 | 14.75 | USD | CoC",
    ),
    warnings: [],
  },
];
