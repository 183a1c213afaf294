// Price lists in four languages and with unknown headers, all invented.
import {
  type DealerFile,
  described,
  inLatin1,
  inUtf8,
  inUtf16,
  inWindows1252,
  offersOf,
  priced,
  unknown,
} from "./dealerFile.ts";

export const priceLists: readonly DealerFile[] = [
  {
    name: "a German price list in Windows-1252, in columns B to I below a title",
    bytes: inWindows1252("preisliste.csv"),
    entered: {},
    offers: offersOf(
      `${priced} | manufacturer | multiple`,
      "RL-1200-A | Dichtung, Öl | NE | EA | 120 | 4.35 | EUR | Rabenstein | 10",
      "RL-1200-B | Dichtung, Kraftstoff | NE | EA | 80 | 1104.20 | EUR | Rabenstein | -",
      "RL-77/3 | Schlauch Ø 12 | NS | MR | 45 | 18.90 | EUR | Müller & Söhne | -",
      "0045-9 | Bürste | OH | EA | 6 | 250.00 | EUR | - | 2",
    ),
    warnings: [
      "Not imported, because they look like titles above the header: line 1 (Rabenstein " +
        "Luftfahrtteile GmbH), line 2 (Preisliste gültig ab 01.12.2026, alle Preise netto).",
      "Not imported, because they look like totals: line 9 (Summe, 251).",
    ],
  },
  {
    name: "a French price list in Latin-1 that declares its delimiter",
    bytes: inLatin1("tarif.csv"),
    entered: {},
    offers: offersOf(
      `${priced} | manufacturer | cage | lead_time_days`,
      "AV-310-22 | Écrou à oeil | NE | EA | 1200 | 3.45 | EUR | Avelin | F7Q21 | 5",
      "AV-310-23 | Vérin électrique | OH | EA | 2 | 12450.00 | EUR | Avelin | F7Q21 | 45",
      "551-0042 | Câble d'acier | NS | MR | 300 | 7.10 | EUR | - | - | -",
    ),
    warnings: [],
  },
  {
    name: "a Spanish price list in UTF-16 with its currency in the header",
    bytes: inUtf16("lista.csv"),
    entered: {},
    offers: offersOf(
      `${described} | manufacturer | certificate`,
      "TR-9001-5 | Válvula de alivio | OH | EA | 4 | 2310.75 | USD | Torrena | 8130-3",
      "TR-9002 | Junta tórica | NE | EA | 650 | 1.10 | USD | Torrena | CoC",
      "MSQ-7788-4 | Tornillo | NE | HD | 30 | 14.00 | USD | - | -",
    ),
    warnings: ["Not imported, because they look like totals: line 5 (Total, 684)."],
  },
  {
    name: "a Spanish list with prices per package and piece, beside another table",
    bytes: inUtf8("fluidos.csv"),
    entered: { "column-part_number": "0" },
    corrected: { "Price ´ #": "=#" },
    offers: offersOf(
      `${described} | multiple | manufacturer | certificate`,
      "AQ-1100-3 | Tornillo | NE | EA | 400 | 0.39 | EUR | 50 | Aquilar | -",
      "AQ-1100-4 | Tuerca | NE | EA | 900 | 0.22 | EUR | 100 | Aquilar | CoC",
      "0044-9 | Junta | NE | EA | 12 | 4.10 | EUR | - | - | -",
    ),
    warnings: [unknown('"1 PKG COST", "FLUIDOS", "DESCRIPCIÓN (2)", "PRECIO"')],
  },
  {
    name: "a Portuguese price list with bars",
    bytes: inUtf8("precos.csv"),
    entered: {},
    offers: offersOf(
      `${priced} | nsn | min_quantity`,
      "PT4501-01 | Filtro de óleo | NE | EA | 75 | 88.40 | EUR | 2940015551234 | 5",
      "PT4501-02 | Filtro de ar | NE | EA | 12 | 140.00 | EUR | - | -",
      "PT990-7 | Bomba hidráulica | RP | EA | 1 | 9800.00 | EUR | 4320017770001 | -",
    ),
    warnings: [],
  },
  {
    name: "a list whose headers are unknown, with columns found by their values",
    bytes: inUtf8("unnamed.csv"),
    entered: { "column-part_name": "1", "column-available_stock": "4", "column-price": "5" },
    offers: offersOf(
      `${priced} | nsn`,
      "GX-204-11 | Halter, links | NE | EA | 15 | 210.00 | EUR | 5340123456789",
      "GX-204-12 | Halter, rechts | NE | EA | 9 | 215.50 | EUR | 5340123456790",
      "GX-9 | Bolzen 10x40 | OH | EA | 140 | 3.20 | EUR | -",
    ),
    warnings: [],
  },
  {
    name: "a list with the dealer's own numbers beside the manufacturer's",
    bytes: inUtf8("manufacturers.csv"),
    entered: {},
    offers: offersOf(
      `${priced} | manufacturer | superseded_by`,
      "DV-88-1 | SWITCH | NE | EA | 6 | 310.00 | USD | Davenish | -",
      "DV-88-2 | SWITCH | NE | EA | 0 | 325.00 | USD | Davenish | DV-88-3",
    ),
    warnings: [unknown('"Our Part Number"')],
  },
];
