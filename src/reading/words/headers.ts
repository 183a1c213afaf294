// What people write above their columns. Case, accents, punctuation and the abbreviations below do
// not matter. Not here: headers that leave a unit open ("Lieferzeit" in weeks, a price with tax;
// "Délai" is read as days, and reported), or that often mean something else ("OH" is on hand or an
// overhaul price, "validade" of a list, "vencimiento" of an invoice, "Lager").

/** Words by language, separated by commas. */
export type Words = Partial<Readonly<Record<"en" | "fr" | "de" | "es" | "pt", string>>>;

// biome-ignore format: tables of words
const words = {
  part_number: {
    en: "P/N, PN #, part, part no, part num, part number P/N, MPN, manufacturer part number, " +
      "mfr part number, mfg part number, OEM part number",
    fr: "référence, référence pièce, référence article, référence fabricant, numéro de pièce, " +
      "n° pièce, numéro de référence, réf fab, numéro d'article, n° article, " +
      "référence constructeur, référence produit, code pièce, code article",
    de: "Artikelnummer, Artikel-Nr, Art-Nr, Teilenummer, Teile-Nr, Teil-Nr, Sachnummer, " +
      "Materialnummer, Bestellnummer, Hersteller-Teilenummer, Herstellerteilenummer, Artikelnr, " +
      "Artnr, Teilenr, Materialnr, Mat-Nr, Bestell-Nr, Bestellnr, Hersteller-Artikelnummer",
    es: "código, referencia, número de parte, número de pieza, código de parte, código de pieza, " +
      "N/P, N° parte, no. parte, núm. parte, número parte, n° pieza, código de artículo",
    pt: "referência da peça, número da peça, código da peça, nº peça, código peça, código do produto",
  },
  /** Of lists, whose numbers may be those of NATO, and which say that they request them. */
  part_or_nsn: {
    en: "PN NSN, PN or NSN, NSN PN, NSN or PN, part or NSN, PN stock number, PN or stock number, " +
      "mfr PN NSN, mfr PN or NSN, NSN mfr PN, NSN or mfr PN, manufacturer part NSN, OEM PN NSN, " +
      "OEM PN or NSN, PN required, PN requested, part required, part requested, required PN",
  },
  part_name: {
    en: "name, nomenclature, noun, keyword, part description, item name, product name",
    fr: "désignation, libellé, nom, dénomination, désignation article, libellé article, " +
      "désignation pièce, désignation produit",
    de: "Bezeichnung, Benennung, Artikelbezeichnung, Teilebezeichnung, Kurztext, Artikel-Bez, " +
      "Artikeltext, Materialkurztext",
    es: "denominación, nombre, designación, nombre de la pieza, nombre del producto",
    pt: "designação, nome, denominação, nome da peça, nome do produto",
  },
  title: { en: "headline" },
  description: {
    en: "desc, long description, details, item description, product description, " +
      "material description",
    de: "Artikelbeschreibung, Langtext",
    fr: "description article",
    es: "descripción, descripción del material, descripción del producto",
    pt: "descrição, descrição do material, descrição do produto",
  },
  condition: {
    en: "cond, condition code, cond cd, CND, CND code, CC, part condition",
    fr: "état, état de la pièce, état pièce, code état",
    de: "Zustand, Zust, Zst, Zustandscode, Zustandsschlüssel",
    es: "condición, estado, condición de la pieza, estado de la pieza, código de condición",
    pt: "condição, estado da peça, código de condição",
  },
  /** Of lists: what condition and which papers are requested. */
  condition_wish: {
    en: "cond cert, cond and cert, cond or cert, cond trace, cond paperwork, cond required, " +
      "condition requested",
  },
  unit_of_measure: {
    en: "UOM, U/M, UM, unit, unit of issue, U/I, UI, units of measure, unit measure",
    fr: "unité, unité de mesure, UdM, unité de vente, unité de gestion",
    de: "Einheit, Mengeneinheit, ME, BME, Basismengeneinheit, Einh, Mengeneinh, " +
      "Verkaufsmengeneinheit, VKME",
    es: "unidad, unidad de medida, unid. medida, unidad medida",
    pt: "unidade, unidade de medida, unid, unidade medida",
  },
  quantity: {
    en: "qty, quantity",
    fr: "quantité",
    de: "Menge, Anzahl, Stückzahl, Mge",
    es: "cantidad",
    pt: "quantidade",
  },
  stock: {
    en: "stock, stock qty, inventory, stk, stk qty, qty in stock, in stock, stock level, " +
      "qty on stock",
    fr: "quantité en stock, qté stock, en stock",
    de: "Bestand, Lagerbestand, Lagermenge, Bestandsmenge, Lagerbest",
    es: "existencias, existencia, cantidad existente, cantidad en stock, stock actual, inventario",
    pt: "estoque, saldo, em estoque, saldo em estoque, quantidade em estoque, qtd estoque",
  },
  available: {
    en: "available, available qty, qty available, stock available, units available, free stock, " +
      "unrestricted, unrestricted stock",
    fr: "quantité disponible, stock disponible, dispo",
    de: "verfügbar, verfügbare Menge, verfügbarer Bestand, Bestand frei, freier Bestand, " +
      "frei verwendbar, verf. Menge, verf. Bestand",
    es: "cantidad disponible, disponible",
    pt: "quantidade disponível, disponível, estoque disponível, saldo disponível",
  },
  on_hand: {
    en: "qty on hand, stock on hand, QOH, on hand quantity, OH qty, qty OH, O/H qty, qty O/H",
  },
  /** Of lists. */
  ordered: {
    en: "quantities, order qty, qty ordered, required qty, qty required, qty needed, needed, " +
      "pcs, pieces, count, amount, qty requested, requested qty, rfq qty, quote qty, need, demand",
    fr: "quantité commandée, nombre",
    de: "Bestellmenge, Bedarf",
    es: "cantidad pedida",
    pt: "quantidade pedida, quantità",
  },
  price: {
    en: "price, unit price, price each, price ea, price per unit, price per ea, price per pc, " +
      "price per piece, sell price, sales price, selling price, unit selling price, sale price, " +
      "unit sell price, outright price, our price, our net price",
    fr: "prix, prix unitaire, prix HT, prix unitaire HT, PU HT, prix de vente, P.U., prix unit, " +
      "px unitaire, px unit, prix à la pièce",
    de: "Preis, Einzelpreis, Stückpreis, Verkaufspreis, VK-Preis, EP, VK, Preis pro Stück, " +
      "Preis je Stück, Preis/Stück, Preis/Stk, Stk-Preis",
    es: "precio, precio unitario, precio de venta, precio por unidad, P. venta, precio unit, " +
      "P. unitario, P. unit, precio por pieza",
    pt: "preço, preço unitário, preço de venda, valor unitário, preço unit, valor unit, " +
      "vlr unitário, vlr unit",
  },
  net_price: {
    en: "net price, net unit price, net, net each, unit net, your price, your net price, " +
      "your cost, customer price, dealer price, dealer net, dealer net price, special price, " +
      "discounted price",
    fr: "P.U. net, PU net HT, prix net, prix net HT, prix remisé, votre prix",
    de: "Nettopreis, Preis netto, Einzelpreis netto, Nettoeinzelpreis, Ihr Preis, Händlerpreis, " +
      "Händlernettopreis, EP netto, VK netto, Sonderpreis",
    es: "precio neto, su precio, precio unitario neto, precio especial",
    pt: "preço líquido, seu preço, preço unitário líquido",
  },
  list_price: {
    en: "list price, catalog price, unit list price, MSRP, retail price, suggested list price",
    fr: "tarif, tarif HT, prix public, prix public HT, tarif public",
    de: "Listenpreis",
    es: "precio de lista, tarifa",
    pt: "preço de lista",
  },
  contract_price: { en: "contract price, agreed price" },
  price_per: {
    en: "price unit, price unit quantity, pricing unit, price per qty, price quantity, " +
      "price basis, price per units, priced per, per qty, price UOM",
    fr: "unité de prix",
    de: "Preiseinheit, PEINH, PE",
    es: "unidad de precio",
    pt: "unidade de preço",
  },
  currency: {
    en: "currency code, curr, ccy",
    fr: "devise, monnaie, code devise",
    de: "Währung, WKZ, Währ, Währg, Whg, Währungscode, Währungskennzeichen, Währungsschlüssel",
    es: "moneda, divisa, código de moneda",
    pt: "moeda, código da moeda",
  },
  discount: { en: "discount, discount %, disc, disc %, percent, %" },
  valid_from: { en: "from, start, start date, effective, effective from, effective date" },
  valid_to: { en: "to, until, valid until, end, end date, expires, expiry date" },
  status: { en: "part status, lifecycle, lifecycle status", fr: "statut" },
  vendor: {
    en: "vendor name, supplier, supplier name, seller",
    fr: "fournisseur, vendeur",
    de: "Lieferant, Verkäufer",
    es: "proveedor, vendedor",
    pt: "fornecedor",
  },
  min_quantity: {
    en: "min qty, minimum quantity",
    fr: "quantité minimum, quantité minimale, qté mini",
    de: "Mindestmenge, Min-Menge",
    es: "cantidad mínima, cantidad min",
    pt: "quantidade mínima, quantidade min",
  },
  order_min: {
    en: "MOQ, minimum order quantity",
    fr: "minimum de commande, quantité minimale de commande, mini de commande",
    de: "Mindestbestellmenge, Mindestabnahme, Mindestauftragsmenge",
    es: "pedido mínimo, cantidad mínima de pedido",
    pt: "pedido mínimo",
  },
  /** Of agreements; in a list it may be an amount of money. */
  order_minimum: { en: "order minimum, minimum order" },
  from_quantity: { en: "from quantity" },
  multiple: {
    en: "multiple, order multiple, pack size, pack qty, package quantity, SPQ",
    fr: "unité d'emballage, multiple de commande",
    de: "Verpackungseinheit, VPE",
    es: "múltiplo, unidad de embalaje",
    pt: "unidade de embalagem",
  },
  lead_time_days: {
    en: "lead time, lead days, LT days, lead time (days), lead time in days, days lead time, " +
      "delivery days, delivery (days)",
    fr: "délai (jours), délai de livraison (jours), délai, délai de livraison, délai en jours, " +
      "délai (j), jours de délai",
    de: "Lieferzeit (Tage), Lieferzeit in Tagen, Liefertage, Lieferfrist (Tage), LZ (Tage), " +
      "WBZ (Tage), Wiederbeschaffungszeit (Tage)",
    es: "plazo (días), plazo de entrega (días), plazo en días, días de entrega, entrega (días)",
    pt: "prazo (dias), prazo de entrega (dias), dias de entrega, prazo em dias, entrega (dias)",
  },
  lots: { en: "number of lots, lot count" },
  superseded_by: {
    en: "replaced by, replacement, supersedure, new part number",
    fr: "remplacé par",
    de: "ersetzt durch",
    es: "reemplazado por, sustituido por",
    pt: "substituído por",
  },
  alternates: {
    en: "alternate, alternate part numbers, alt PN, one-way alternates, alternate part, " +
      "alternate number, alternate parts, alternates P/N",
    fr: "référence alternative, références alternatives",
    de: "Alternativnummer, Alternativteil, alternative Teilenummer",
    es: "número de parte alternativo, referencia alternativa, parte alternativa",
    pt: "número alternativo, peça alternativa",
  },
  interchangeable: {
    en: "interchangeable with, interchangeables, interchangeable part numbers, " +
      "two-way alternates, two-way alternate",
  },
  manufacturer: {
    en: "manufacturer name, mfr, mfg, maker, make, OEM, brand, constructor",
    fr: "fabricant, constructeur, marque, fabriquant",
    de: "Hersteller, Herst, Fabrikat",
    es: "fabricante, marca",
    pt: "fabricante",
  },
  cage: {
    en: "cage code, FSCM, manufacturer cage, cage number, NCAGE, NCAGE code, " +
      "manufacturer code CAGE",
    fr: "code CAGE",
  },
  nsn: {
    en: "national stock number, NATO stock number, NSN / NIIN, NSN or NIIN",
    de: "NATO-Versorgungsnummer, Versorgungsnummer",
    fr: "NNO, numéro de nomenclature OTAN",
  },
  certificate: {
    en: "certificates, certification, trace, traceability, certificate type, " +
      "release certificate, tag, tag type",
    fr: "certificat, traçabilité",
    de: "Zertifikat, Zeugnis, Bescheinigung",
    es: "certificado, certificación, trazabilidad",
    pt: "certificação, rastreabilidade",
  },
  /** Of lists: which papers are requested. */
  certificate_wish: {
    en: "cert required, required cert, certifications, certification required, release, " +
      "release required, release cert required, release doc, release document, release docs, " +
      "release type, paperwork, paperwork required, documents, documents required, docs, " +
      "docs required",
  },
  shelf_life_expires: {
    en: "shelf life, shelf life expiry, expiry, expiry date, expires, expiration date, " +
      "shelf life expiration, shelf life expiration date, shelf life end",
    fr: "péremption, date de péremption, date limite d'utilisation, DLU",
    de: "Verfallsdatum, Haltbar bis, MHD",
    es: "caducidad, fecha de caducidad",
  },
  as_of: { en: "as of time, snapshot time" },
  remark: { en: "remarks, line remark, line note" },
  needed_by: {
    en: "need date, need by, need by date, needed by, needed by date, required by, " +
      "required by date, required date, due date, due, due by, date needed, date required, " +
      "requested date, required delivery date, RDD, required on, required delivery, " +
      "delivery date, deliver by, delivery by, requested delivery date, need on, " +
      "required on dock, on dock date, RoS date, ROS, required on site",
  },
  /** Known columns that are none of a reader's. */
  other: {
    en: "serial number, serial, lot, lot number, batch, batch number, bin, location, warehouse, " +
      "tag date, date, year, total, total price, extended price, ext price, amount, value, cost, " +
      "unit cost, weight, hs code, tariff code, eccn, country of origin, coo, remarks, comments, " +
      "notes, line, pos, position, customer number, customer part number, ata, ata chapter",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** Names that count only if no other header names the column. */
const weakWords = {
  part_number: "Material",
  description: "Beschreibung",
  quantity: "required",
  price: "cost per ea, cost each, cost per piece, cost per pc, cost per unit, each cost, ea cost",
  remark: "note, notes, comment, comments",
  needed_by: "delivery",
} as const;

/** A name that counts only with a currency: a "List" alone can be of anything. */
export const pricedWords = ["list"];

/** Spellings of one word, by the word that stands for them; the stored shapes of files have it. */
// biome-ignore format: tables of words
export const abbreviations = {
  alternate: "alt", available: "avail, avl", bezeichnung: "bez", cantidad: "cant",
  certificate: "cert, certs", certificat: "certif", condition: "cond", currency: "cur, curr, ccy",
  description: "desc, descr, descrip", disponible: "disp, dispo", existencias: "exist",
  expiry: "exp", "lead time": "lt", manufacturer: "manuf, mfg, mfgr, mfr, mnfr", menge: "mg",
  minimum: "min", "manufacturer part number": "mpn", number: "nbr, no, nr, num, numero, nummer",
  "part number": "pn", quantity: "qnty, qty, qtty, quant", quantidade: "qtd, qtde",
  quantite: "qte", reference: "ref", replaced: "repl", "serial number": "sn",
};

/** As `abbreviations`, but files that differ in them have another shape. */
export const variants = {
  package: "pkg, pkgs, pack, packs, packages",
  required: "req, reqd, rqd, rqrd",
  certificate: "certs",
};

/** Words that change no meaning between others. */
export const fillers =
  "the of in a de du des d la le les l der die das do da dos das el los en por";

/** What a price is for, by the words with which a header or a unit names it. */
// biome-ignore format: tables of words
export const priceBases = {
  each: "ea, each, pc, pcs, piece, pieces, unit, units, st, stk, stuck, stueck, pieza, unidad, " +
    "unidade, unite, peca",
  many: "hundred, thousand, hundert, tausend, cent, mille, ciento, millar, cento, milhar, " +
    "package, box, bx, bag, carton, case, lot, roll, reel, spool, dozen, doz, set, kit, pair, " +
    "paquete, caja, caixa, lote, paquet, boite, rouleau, packung, karton, rolle, gebinde",
};

export type HeaderWords = keyof typeof words;

function split(list: string): string[] {
  return list.split(", ");
}

/** All headers of what columns have: of a column, or of several that one column may be. */
export function headersOf(...names: readonly HeaderWords[]): readonly string[] {
  return names.flatMap((name) => Object.values<string>(words[name]).flatMap(split));
}

/** As `headersOf`, the headers that count only if no other names the column. */
export function weakHeadersOf(name: string): readonly string[] {
  const weak: ReadonlyMap<string, string> = new Map(Object.entries(weakWords));
  return split(weak.get(name) ?? "").filter((word) => word !== "");
}
