// Lists with values to correct, contradictions, formats of numbers, and short rows, all invented.
import {
  type DealerFile,
  described,
  inUtf8,
  inWindows1252,
  offersOf,
  priced,
  short,
  unknown,
} from "./dealerFile.ts";
import { fastenerBook, warehouseBook } from "./workbooks.ts";

export const moreLists: readonly DealerFile[] = [
  {
    name: "a German workbook with currencies in number formats and a hidden row",
    bytes: warehouseBook,
    entered: {},
    corrected: { "Unit of measure M": "=MR" },
    offers: offersOf(
      `${priced} | manufacturer | lead_time_days`,
      "NW-100-4 | Ventil | NE | EA | 4 | 1250.50 | EUR | Nordwald | 5",
      "NW-100-5 | Ventil | OH | EA | 1 | 121.00 | USD | Nordwald | 14",
      "4400017 | Dichtring | NE | EA | 1200 | 0.35 | EUR | - | 2",
    ),
    refused: ["8, price, is shown in € in the workbook, but the currency of its row is USD"],
    warnings: [
      'Sheet "Lagerliste" is imported. Not imported: "Kalkulation" (hidden).',
      "Not imported, because they look like titles above the header: line 1 (Nordwald " +
        "Luftfahrt GmbH - Lagerliste KW 47), line 2 (Stand:, 2026-11-21).",
      "Not imported, because they look like totals: line 9 (Summe, 1245).",
      "1 row is hidden in the workbook, for example by a filter, and imported like the others. " +
        "To leave hidden rows out, delete them in the workbook.",
    ],
  },
  {
    name: "a workbook with list and net prices, materials and a group above its header",
    bytes: fastenerBook,
    entered: { "column-price": "6", "fixed-currency": "USD" },
    offers: offersOf(
      `${priced} | multiple | alternates`,
      "CF-3-8 | BOLT, HEX | NE | EA | 400 | 1.8750 | USD | 25 | -",
      "CF-3-10 | BOLT, HEX | NE | EA | 0 | 2.0625 | USD | 25 | CF-3-10A",
      "CF-SHIM | SHIM | NE | HD | 12 | 30.00 | USD | - | -",
    ),
    warnings: [
      'Sheet "Price List" is imported. Not imported: "Readme".',
      "Not imported, because they look like titles above the header: line 1 (Calder Aero " +
        "Fasteners), line 2 (Pricing (USD)).",
      unknown('"List Price", "Alloy", "Material"'),
    ],
  },
  {
    name: "a French price list with words for conditions and units",
    bytes: inWindows1252("rhone.csv"),
    entered: {},
    corrected: { "Unit of measure M": "=MR" },
    offers: offersOf(
      `${priced} | manufacturer | lead_time_days | certificate`,
      "APR-1002-3 | Vanne d'isolement | NE | EA | 4 | 1250.50 | EUR | Rhodanes | 12 | EASA Form 1",
      "APR-1002-3 | Vanne d'isolement | OH | EA | 1 | 840.00 | EUR | Rhodanes | 20 | EASA Form 1",
      "77-4012 | Joint torique | NE | EA | 1200 | 0.45 | EUR | - | 3 | CoC",
      "APR-9 | Tube souple | NS | MR | 35 | 12.90 | EUR | Rhodanes | - | CoC",
    ),
    warnings: [
      "Not imported, because they look like titles above the header: line 1 (SOCIÉTÉ " +
        "AÉRO-PIÈCES DU RHÔNE), line 2 (Liste de prix 2027 - prix nets hors taxes).",
      "Not imported, because they look like totals: line 9 (TOTAL GÉNÉRAL, 1 240).",
      '"Délai" names no unit. Its numbers are read as days.',
    ],
  },
  {
    name: "an ERP list with prices per 100 and a row whose unit contradicts that",
    bytes: inUtf8("quillon.txt"),
    entered: {},
    offers: offersOf(
      `${described} | manufacturer | cage`,
      "NAS-QX1291-3 | NUT, SELF LOCKING | NE | EA | 12000 | 0.1850 | USD | Quillon | 4QX21",
      "NAS-QX620-10 | WASHER, FLAT | NE | EA | 5400 | 0.0425 | USD | Quillon | 4QX21",
      "QX-88 | SAFETY WIRE | NE | LB | 30 | 14.50 | USD | - | -",
    ),
    refused: ["4, price_per, means 1, but the header of the prices names 100"],
    warnings: ['"PRICE PER 100" has prices per 100. They are stored per unit.'],
  },
  {
    name: "a Spanish list whose rows end early, one of them perhaps in its middle",
    bytes: inUtf8("iberair.tsv"),
    entered: {},
    corrected: { "Quantity #.###": "=####" },
    offers: offersOf(
      `${described} | min_quantity | lead_time_days | manufacturer`,
      "IB-2201-1 | Actuador | OH | EA | 2 | 12450.00 | EUR | - | 30 | Iberair",
      "IB-2201-2 | Actuador | NE | EA | 1 | 18900.50 | EUR | - | 45 | Iberair",
      "IB-300 | Remache | NE | EA | 25000 | 0.0350 | EUR | 500 | - | Iberair",
      "IB-302 | Tuerca | NE | EA | 900 | 0.25 | EUR | - | - | -",
    ),
    refused: [
      "5, null, does not have 10 cells like the header, and which are missing is not clear",
      "7, null, does not have 10 cells like the header, and which are missing is not clear",
    ],
    warnings: [short("1 row has")],
  },
  {
    name: "a Portuguese list with signs of two currencies and a price on request",
    bytes: inUtf8("aerobras.csv"),
    entered: {},
    corrected: {},
    offers: offersOf(
      `${described} | manufacturer | cage`,
      "BR-1190-4 | Bomba de combustível | NE | EA | 3 | 12450.00 | BRL | Aerobras | BR0X1",
      "BR-1190-4 | Bomba de combustível | OH | EA | 1 | 7980.00 | BRL | Aerobras | BR0X1",
      "4471-22 | Anel de vedação | NE | EA | 1450 | 1.85 | BRL | - | -",
      "BR-77 | Sensor de pressão | SV | EA | 2 | - | BRL | Aerobras | BR0X1",
    ),
    refused: ["6, price, has the sign US$, but the currency of its row is BRL"],
    warnings: [unknown('"Observação"')],
  },
  {
    name: "an ERP list with a row that lost a cell before its last one",
    bytes: inUtf8("alternates.txt"),
    entered: {},
    offers: offersOf(
      `${described} | alternates | certificate`,
      "QT-1 | PUMP | OH | EA | 1 | 4500.00 | USD | QT-1A | 8130-3",
      "QT-3 | PUMP | OH | EA | 1 | 4700.00 | USD | - | -",
      "QT-4 | PUMP | OH | EA | 1 | 4800.00 | USD | - | 8130-3",
    ),
    refused: ["3, null, does not have 9 cells like the header, and which are missing is not clear"],
    warnings: [short("1 row has")],
  },
  {
    name: "a list with three decimals in all prices, as one of them shows",
    bytes: inUtf8("decimals.csv"),
    entered: {},
    corrected: {
      "Shelf life ends ##/##/####": "=MM/DD/YYYY",
      "Quantity #.###": "=#.###",
    },
    offers: offersOf(
      `${priced} | nsn | shelf_life_expires`,
      "HV-330-1 | PACKING PREFORMED | NE | EA | 120 | 0.3750 | USD | 5330015551234 | 2027-12-31",
      "HV-330-2 | PACKING PREFORMED | NE | EA | 40 | 1.25 | USD | 5330015551235 | 2028-06-30",
      "HV-330-3 | GASKET | NE | EA | 5 | 12.50 | USD | - | -",
      "HV-331 | GASKET SET | NE | SE | 5 | 5.00 | USD | - | -",
    ),
    warnings: [],
  },
];
