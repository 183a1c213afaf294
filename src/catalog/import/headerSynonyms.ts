// What dealers write above the columns of their files, besides the usual English names. Accents,
// case, punctuation and abbreviations such as Qty, Nr or Mfr do not matter (`headerWords.ts`).
// Not here: headers that leave a unit open ("Lieferzeit" in weeks, a price with
// tax), or that often mean something else ("validade" of a list, "vencimiento" of an invoice).

type Synonyms = {
  readonly en?: string;
  readonly fr?: string;
  readonly de?: string;
  readonly es?: string;
  readonly pt?: string;
};

const synonyms: Readonly<Record<string, Synonyms>> = {
  part_number: {
    en: "OEM part number, part number P/N",
    fr:
      "référence, référence pièce, référence article, référence fabricant, numéro de pièce, " +
      "n° pièce, numéro de référence",
    de:
      "Artikelnummer, Artikel-Nr, Art-Nr, Teilenummer, Teile-Nr, Teil-Nr, Sachnummer, " +
      "Materialnummer, Bestellnummer, Hersteller-Teilenummer, Herstellerteilenummer",
    es: "referencia, número de parte, número de pieza, código de parte, código de pieza",
    pt: "referência, número da peça, código da peça",
  },
  part_name: {
    en: "item name, product name",
    fr: "désignation, libellé, nom, dénomination, désignation article, libellé article",
    de: "Bezeichnung, Benennung, Artikelbezeichnung, Teilebezeichnung, Kurztext, Artikel-Bez",
    es: "denominación, nombre, designación, nombre de la pieza, nombre del producto",
    pt: "designação, nome, denominação, nome da peça, nome do produto",
  },
  description: {
    en: "item description, product description, material description",
    de: "Beschreibung, Artikelbeschreibung, Langtext",
    fr: "description article",
    es: "descripción, descripción del material, descripción del producto",
    pt: "descrição, descrição do material, descrição do produto",
  },
  condition: {
    en: "part condition",
    fr: "état, état de la pièce",
    de: "Zustand, Zust",
    es: "condición, estado",
    pt: "condição, estado da peça",
  },
  unit_of_measure: {
    en: "units of measure, unit measure",
    fr: "unité, unité de mesure, UdM",
    de: "Einheit, Mengeneinheit, ME, BME, Basismengeneinheit",
    es: "unidad, unidad de medida",
    pt: "unidade, unidade de medida",
  },
  available_stock: {
    en:
      "qty in stock, quantity in stock, in stock, stock available, units available, free stock, " +
      "stock level, unrestricted, unrestricted stock, qty on stock",
    fr: "quantité, quantité disponible, quantité en stock",
    de:
      "Menge, Bestand, Lagerbestand, verfügbar, verfügbare Menge, verfügbarer Bestand, " +
      "Bestand frei, freier Bestand, frei verwendbar, Lagermenge, Stückzahl, Anzahl",
    es: "cantidad, cantidad disponible, existencias, disponible, stock disponible",
    pt: "quantidade, quantidade disponível, disponível, estoque",
  },
  on_hand: { en: "on hand quantity" },
  price: {
    en:
      "sell price, sales price, selling price, unit list price, price ea, price per unit, " +
      "unit selling price, net unit price, sale price, unit sell price",
    fr: "prix, prix unitaire, prix HT, prix unitaire HT, PU HT, tarif, tarif HT, prix de vente",
    de:
      "Preis, Einzelpreis, Stückpreis, Listenpreis, Nettopreis, Preis netto, Einzelpreis netto, " +
      "Verkaufspreis, VK-Preis",
    es: "precio, precio unitario, precio de lista, precio de venta, precio por unidad, P. venta",
    pt: "preço, preço unitário, preço de lista, preço de venda, valor unitário",
  },
  currency: {
    fr: "devise, monnaie",
    de: "Währung",
    es: "moneda, divisa",
    pt: "moeda",
  },
  status: { fr: "statut" },
  vendor: {
    fr: "fournisseur, vendeur",
    de: "Lieferant, Verkäufer",
    es: "proveedor, vendedor",
    pt: "fornecedor",
  },
  min_quantity: {
    fr: "quantité minimum, quantité minimale, minimum de commande, quantité minimale de commande",
    de: "Mindestmenge, Mindestbestellmenge, Mindestabnahme",
    es: "cantidad mínima, pedido mínimo",
    pt: "quantidade mínima",
  },
  multiple: {
    fr: "unité d'emballage, multiple de commande",
    de: "Verpackungseinheit, VPE",
    es: "múltiplo, unidad de embalaje",
    pt: "unidade de embalagem",
  },
  lead_time_days: {
    fr: "délai (jours), délai de livraison (jours)",
    de: "Lieferzeit (Tage), Lieferzeit in Tagen",
    es: "plazo (días), plazo de entrega (días)",
    pt: "prazo (dias), prazo de entrega (dias)",
  },
  superseded_by: {
    fr: "remplacé par",
    de: "ersetzt durch",
    es: "reemplazado por, sustituido por",
    pt: "substituído por",
  },
  alternates: {
    en: "alternate part, alternate number, alternate parts, alternates P/N",
    fr: "référence alternative, références alternatives",
    de: "Alternativnummer, Alternativteil, alternative Teilenummer",
    es: "número de parte alternativo, referencia alternativa, parte alternativa",
    pt: "número alternativo, peça alternativa",
  },
  manufacturer: {
    en: "brand",
    fr: "fabricant, constructeur, marque",
    de: "Hersteller",
    es: "fabricante, marca",
  },
  cage: { en: "FSCM, manufacturer cage, cage number", fr: "code CAGE" },
  nsn: { en: "NATO stock number" },
  certificate: {
    en: "certificate type, release certificate, tag, tag type",
    fr: "certificat, traçabilité",
    de: "Zertifikat, Zeugnis, Bescheinigung",
    es: "certificado, certificación, trazabilidad",
    pt: "certificação, rastreabilidade",
  },
  shelf_life_expires: {
    en: "shelf life expiration, shelf life expiration date, shelf life end",
    fr: "péremption, date de péremption",
    de: "Verfallsdatum, Haltbar bis",
    es: "caducidad, fecha de caducidad",
  },
};

/** Other names of columns by their name in a file. */
export const foreignSynonyms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(synonyms).map(([column, languages]) => [
    column,
    Object.values(languages).flatMap((list) => list.split(", ")),
  ]),
);
