// Stock lists and exports, all invented.
import {
  type DealerFile,
  described,
  inUtf8,
  inUtf16,
  offersOf,
  priced,
  short,
  unknown,
} from "./dealerFile.ts";
import { pivotTable, quarterlyBook } from "./workbooks.ts";

export const stockLists: readonly DealerFile[] = [
  {
    name: "a surplus list with titles, totals and rows without trailing commas",
    bytes: inUtf8("surplus.csv"),
    entered: { "fixed-currency": "USD" },
    offers: offersOf(
      `${described} | certificate | alternates`,
      "QR4410-12 | VALVE, CHECK | OH | EA | 2 | 1250.00 | USD | 8130-3 | QR4410-10",
      "QR4410-12 | VALVE, CHECK | SV | EA | 1 | 980.00 | USD | 8130-3 | -",
      "0021-554 | PACKING, PREFORMED | NS | EA | 1450 | 0.85 | USD | - | -",
      "NAS-QR1149F0363P | WASHER FLAT | NE | EA | 12400 | 0.12 | USD | - | -",
      "77QR-300-5 | ACTUATOR ASSY | AR | EA | 3 | - | USD | - | -",
    ),
    warnings: [
      "Not imported, because they look like titles above the header: line 1 (Quartz Ridge Aero " +
        "Surplus - Inventory List), line 2 (Valid from 2 November 2026, subject to prior sale).",
      "Not imported, because they look like totals: line 10 (Total, 13,856).",
      "Not imported, because they look like remarks: line 11 (Page 1 of 1).",
      short("2 rows have"),
      unknown('"Tag Date", "Location"'),
    ],
  },
  {
    name: "an export like that of ILS, without prices",
    bytes: inUtf8("ils.txt"),
    entered: { no_prices: "1" },
    offers: offersOf(
      "part_number | part_name+description | condition | unit_of_measure | available_stock | " +
        "manufacturer | cage | nsn | lead_time_days | alternates",
      "BX2110-3 | INDICATOR | OH | EA | 4 | Bexford | 9Q1X7 | 6620012345678 | 14 | -",
      "BX2110-3 | INDICATOR | SV | EA | 1 | Bexford | 9Q1X7 | 6620012345678 | - | -",
      "88-4120 | SEAL | NE | EA | 25 | - | - | 5330001112222 | 3 | 88-4118",
      "BX77-1A | PUMP, FUEL BOOST | AR | EA | 2 | Bexford | 9Q1X7 | - | 30 | -",
      "MSQ24665-300 | PIN, COTTER | NE | HD | 5000 | - | - | - | - | -",
    ),
    warnings: ['"LEAD TIME" names no unit. Its numbers are read as days.'],
  },
  {
    name: "an export like that of PartsBase",
    bytes: inUtf8("partsbase.csv"),
    entered: {},
    offers: offersOf(
      `${described} | manufacturer | lead_time_days | certificate`,
      "HM-6021-1 | LAMP ASSY, LANDING | NE | EA | 12 | 415.00 | USD | Harmon Lighting | 7 | CoC",
      "HM-6021-1 | LAMP ASSY, LANDING | OH | EA | 3 | 260.50 | USD | Harmon Lighting | - | 8130-3",
      'HM-6044 | LENS 5" CLEAR | NS | EA | 40 | 38.75 | USD | Harmon Lighting | - | -',
      "4410063-7 | RELAY, 28VDC | SV | EA | 9 | - | USD | - | - | EASA Form 1",
    ),
    warnings: [unknown('"Comments"')],
  },
  {
    name: "a JSON array whose objects have different keys",
    bytes: inUtf8("feed.json"),
    entered: {},
    offers: offersOf(
      `${described} | alternates | cage`,
      "ZL-100-1 | BEARING, BALL | NE | EA | 18 | 41.50 | USD | - | -",
      "ZL-100-2 | BEARING, ROLLER | NE | EA | 0 | 1043.00 | USD | ZL-100-2A|ZL-90 | -",
      "ZL-7[3] | SHIM {0.5 mm} | NS | EA | 7 | - | USD | - | 0ZL77",
    ),
    warnings: [],
  },
  {
    name: "an ERP export in UTF-16 with tabs and rows that end early",
    bytes: inUtf16("erp.txt"),
    entered: {},
    offers: offersOf(
      `${described} | shelf_life_expires | vendor`,
      "KL-890-B2 | SEALANT, CLASS B | NE | EA | 36 | 72.00 | USD | 2027-04-30 | Kestrel Line",
      "KL-77 | ADHESIVE | NE | EA | 5 | 118.50 | USD | 2027-01-15 | Kestrel Line",
      "KL-5501-16 | HOSE ASSY | NE | EA | 14 | 233.00 | USD | - | Kestrel Line",
    ),
    warnings: [unknown('"Plant"')],
  },
  {
    name: "a workbook with a title over merged cells, a total and three sheets",
    bytes: quarterlyBook,
    entered: {},
    offers: offersOf(
      `${priced} | certificate`,
      "WX-4021-1 | PUMP, HYDRAULIC | OH | EA | 1 | 18500.00 | USD | EASA Form 1",
      "WX-4021-1 | PUMP, HYDRAULIC | SV | EA | 2 | 12750.50 | USD | -",
      "4410293 | GASKET | NE | EA | 310 | 1.10 | USD | -",
    ),
    warnings: [
      'Sheet "Stock" is imported. Not imported: "Cover", "Terms".',
      "Not imported, because they look like titles above the header: " +
        "line 1 (Wexley Rotables - stock list Q4 2026).",
      "Not imported, because they look like totals: line 7 (Total, 313, 31251.6).",
      unknown('"S/N"'),
    ],
  },
  {
    name: "a pivot table of an ERP with subtotals",
    bytes: pivotTable,
    entered: {},
    offers: offersOf(
      described,
      "ORR-31-7 | VALVE | NE | EA | 4 | 812.40 | USD",
      "ORR-31-7 | VALVE | OH | EA | 2 | 455.00 | USD",
      "ORR-90 | CLAMP, LOOP | NE | EA | 1250 | 0.37 | USD",
    ),
    warnings: [
      "Not imported, because they look like titles above the header: " +
        "line 1 (Stock by part), line 2 (Plant, (All)).",
      "Not imported, because they look like totals: line 7 (ORR-31-7 Total, 6), " +
        "line 9 (ORR-90 Total, 1250), line 10 (Grand Total, 1256).",
    ],
  },
];
