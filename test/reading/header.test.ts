// What headers name: columns in five languages, currencies, and what prices are for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementColumns, catalogColumns } from "../../src/imports/file.ts";
import { describeFileShape } from "../../src/imports/rows/sheets.ts";
import { listColumnRules } from "../../src/quickOrders/listColumns.ts";
import {
  findHeaderCurrency,
  findNamedColumn,
  findPriceBasis,
  nameHeaders,
} from "../../src/reading/header.ts";

const rules = catalogColumns("Acme");

// biome-ignore format: one column per line
const named: Readonly<Record<string, string>> = {
  part_number: "P/N | Mfr P/N | MFG. PART NO. | Manuf Part Number | Artikelnummer | Art.-Nr. | Artnr | " +
    "Teile-Nr. | Référence | Réf. pièce | N° pièce | Número de parte | Nº da peça | Código | CODIGO | " +
    "Réf. fabricant | Materialnr. | Mat.-Nr. | Nº de parte | N/P | Réf. | Code article | Material",
  part_name: "Nomenclature | Bezeichnung | Désignation | Denominación | Designação",
  description: "Description | Desc. | Beschreibung | Descripción | Descrição",
  condition: "CC | Cond | Cond. Code | Zustand | État | Condición | Condição | Zst. | Estado | " +
    "Código de condición | CND | Cnd. | CND CODE | Cond Cd",
  unit_of_measure: "U/M | UoM | Unit of Issue | ME | Unité | Unidad de medida | Unidade | Einh. | " +
    "U.M. | Unité de vente | Unid. medida",
  available_stock: "QTY AVAIL | Avail. Qty | Qty | Sum of Quantity | Bestand | Qté dispo. | Qtde | " +
    "Cant. disponible | Summe von Menge | Stock dispo | verf. Bestand | Saldo em estoque | " +
    "Cant. existente | Stk | STK QTY",
  on_hand: "QOH | Qty On Hand | OH Qty | Qty OH | O/H Qty",
  price: "Unit Price | Price (USD) | Unit Price US$ | Preis in EUR | Einzelpreis € | PU HT | PU (EUR) | " +
    "Precio unitario | Preço unitário | P.U. HT | Prix net | Ihr Preis | EP netto | Preis/Stk | " +
    "Precio neto | Vlr. Unit. | Preço líquido | Your Price | MSRP | List $ | List (EUR) | Cost per ea | " +
    "Price per EA | Precio por pieza | Preis pro Stück | Precio C/U | Price per box | USD/C price",
  currency: "Curr. | Währung | Devise | Moneda | Moeda | WKZ | Whg. | Währungscode | Código de moneda",
  alternates: "Alt P/N | Alternate Part Number",
  nsn: "NSN | NATO Stock No. | NSN / NIIN | NATO-Versorgungsnummer | NNO",
  certificate: "Trace | Cert | Certs | Zertifikat",
  lead_time_days: "Lead time | Lead Time (Days) | Lieferzeit (Tage) | Délai (jours) | Délai | Délai (j) | " +
    "Liefertage | Lieferfrist (Tage) | Días de entrega",
  manufacturer: "Mfr | Mfg. | Hersteller | Fabricant | Fabricante | constructor | Constructeur",
  cage: "CAGE | CAGE Code | Code CAGE | FSCM | NCAGE",
  min_quantity: "Qté mini | Mindestauftragsmenge | Cant. mín.",
};

for (const [column, headers] of Object.entries(named)) {
  test(`usual headers of ${column} are known in five languages`, () => {
    for (const header of headers.split(" | "))
      assert.equal(findNamedColumn(header, rules), column, header);
  });
}

test("a header that leaves the unit open or means something else names no column", () => {
  const others =
    "WK/100 | Prix TTC | Lead time (weeks) | Lieferzeit | Tag date | Serial No | Ext Price | USD | $ | " +
    "Our Part Number | Material Group | Lager | Old Price | Ext. Price | UN | List | OH | O/H | " +
    "List No | Unit cost | P/C | ";
  for (const header of others.split(" | "))
    assert.equal(findNamedColumn(header, rules), undefined, header);
});

test("no spelling of a header names two columns", () => {
  for (const known of [rules, agreementColumns, listColumnRules]) {
    for (const { name, synonyms } of known) {
      for (const header of [name, ...synonyms])
        assert.equal(findNamedColumn(header, known), name, header);
    }
  }
});

test("a header names a currency only if it is clear which", () => {
  assert.equal(findHeaderCurrency("Unit Price (EUR)"), "EUR");
  assert.equal(findHeaderCurrency("Price $"), undefined, "a dollar has many countries");
  assert.equal(findHeaderCurrency("Price USD/EUR"), undefined);
});

test("a header of prices names what they are for, or may", () => {
  const bases: readonly (readonly [unknown, string])[] = [
    [100, "Price per 100 | Preis/100 | VK EUR/100 ST | Preis je 100 Stück | Price / hundred"],
    [1000, "Price per 1,000 | USD/1000 | Unit price per thousand | Prix par 1 000"],
    [
      "unclear",
      "Price USD/C | Price per M | Price USD 1000 | Price 100 | Price 1/100 | Price per 100+ | " +
        "Price per 100 pcs+ | Price/100-499 | Price per 100 – 499 | 1 PKG COST | Price per box | " +
        "Lot price | Prix le cent | Precio por millar | Preis je Packung",
    ],
    ["each", "Unit Price | Unit Price/EA | Preis/Stück | Precio C/U | COST PER EA"],
    [undefined, "Price | Price USD | Preis 2100 | Precio | Precio por"],
  ];
  for (const [basis, headers] of bases) {
    for (const header of headers.split(" | ")) assert.equal(findPriceBasis(header), basis, header);
  }
});

test("headers that occur twice or are empty have names of their own", () => {
  const cells = ["Price", "", "Price", "Price (2)"];
  assert.deepEqual(nameHeaders(cells), ["Price", "column B", "Price (2)", "Price (2) (2)"]);
});

test("the shape of a file does not depend on the order and spelling of its headers", () => {
  assert.equal(describeFileShape(["P/N", "Qty", ""]), describeFileShape(["Quantity", "Part No."]));
  assert.notEqual(describeFileShape(["P/N", "Qty"]), describeFileShape(["P/N", "Price"]));
});
