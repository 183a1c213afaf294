// What dealers write above their columns. Accents, case, punctuation and abbreviations such as Qty
// or Nr do not matter. Not here: headers that leave a unit open ("Lieferzeit" in weeks, a price
// with tax; "Délai" is read as days, and reported), or that often mean something else ("OH" is on
// hand or an overhaul price, "validade" of a list, "vencimiento" of an invoice, "Lager").

type Synonyms = {
  readonly en?: string;
  readonly fr?: string;
  readonly de?: string;
  readonly es?: string;
  readonly pt?: string;
};

/** Headers of a column that are used only if no other header names it. */
export const weakSynonyms: Readonly<Record<string, readonly string[]>> = {
  part_number: ["Material"],
  description: ["Beschreibung"],
};

/** Headers of a price that are used only with a currency: a "List" alone can be of anything. */
export const pricedSynonyms: readonly string[] = ["list"];

const synonyms: Readonly<Record<string, Synonyms>> = {
  part_number: {
    en: "OEM part number, part number P/N",
    fr:
      "référence, référence pièce, référence article, référence fabricant, " +
      "numéro de pièce, n° pièce, numéro de référence, réf, réf fab, numéro d'article, " +
      "n° article, référence constructeur, référence produit, code pièce",
    de:
      "Artikelnummer, Artikel-Nr, Art-Nr, Teilenummer, Teile-Nr, Teil-Nr, Sachnummer, " +
      "Materialnummer, Bestellnummer, Hersteller-Teilenummer, Herstellerteilenummer, " +
      "Artikelnr, Teilenr, Materialnr, Mat-Nr, Bestell-Nr, Bestellnr, " +
      "Hersteller-Artikelnummer",
    es:
      "referencia, número de parte, número de pieza, código de parte, código de pieza, " +
      "N/P, N° parte, no. parte, núm. parte, número parte, n° pieza",
    pt:
      "referência, número da peça, código da peça, nº peça, número de peça, código peça, " +
      "referência da peça",
  },
  part_name: {
    en: "item name, product name",
    fr:
      "désignation, libellé, nom, dénomination, désignation article, libellé article, " +
      "désignation pièce, désignation produit",
    de:
      "Bezeichnung, Benennung, Artikelbezeichnung, Teilebezeichnung, Kurztext, " +
      "Artikel-Bez, Bez, Artikeltext, Materialkurztext",
    es: "denominación, nombre, designación, nombre de la pieza, nombre del producto",
    pt: "designação, nome, denominação, nome da peça, nome do produto",
  },
  description: {
    en: "item description, product description, material description",
    de: "Artikelbeschreibung, Langtext",
    fr: "description article",
    es: "descripción, descripción del material, descripción del producto",
    pt: "descrição, descrição do material, descrição do produto",
  },
  condition: {
    en: "part condition",
    fr: "état, état de la pièce, état pièce, code état",
    de: "Zustand, Zust, Zst, Zustandscode, Zustandsschlüssel",
    es: "condición, estado, condición de la pieza, estado de la pieza, código de condición",
    pt: "condição, estado da peça, estado, código de condição",
  },
  unit_of_measure: {
    en: "units of measure, unit measure",
    fr: "unité, unité de mesure, UdM, unité de vente, unité de gestion",
    de:
      "Einheit, Mengeneinheit, ME, BME, Basismengeneinheit, Einh, Mengeneinh, " +
      "Verkaufsmengeneinheit, VKME",
    es: "unidad, unidad de medida, U.M., unid. medida, unidad medida",
    pt: "unidade, unidade de medida, unid, unid. medida, unidade medida",
  },
  available_stock: {
    en:
      "qty in stock, quantity in stock, in stock, stock available, units available, free stock, " +
      "stock level, unrestricted, unrestricted stock, qty on stock",
    fr:
      "quantité, quantité disponible, quantité en stock, stock disponible, qté stock, " +
      "en stock, qté en stock, dispo",
    de:
      "Menge, Bestand, Lagerbestand, verfügbar, verfügbare Menge, verfügbarer Bestand, " +
      "Bestand frei, freier Bestand, frei verwendbar, Lagermenge, Stückzahl, Anzahl, " +
      "Bestandsmenge, Lagerbest, verf. Menge, verf. Bestand, Mge",
    es:
      "cantidad, cantidad disponible, existencias, disponible, stock disponible, " +
      "existencia, cantidad existente, cantidad en stock, stock actual, inventario",
    pt:
      "quantidade, quantidade disponível, disponível, estoque, saldo, em estoque, " +
      "saldo em estoque, estoque disponível, saldo disponível, quantidade em estoque, " +
      "qtd estoque",
  },
  on_hand: { en: "on hand quantity, OH qty, qty OH, O/H qty, qty O/H" },
  price: {
    en:
      "sell price, sales price, selling price, unit list price, price ea, price per unit, " +
      "unit selling price, net unit price, sale price, unit sell price, net price, net, " +
      "net each, unit net, your price, your net price, your cost, customer price, " +
      "dealer price, dealer net, dealer net price, special price, discounted price, MSRP, " +
      "retail price, suggested list price, outright price, our price, our net price",
    fr:
      "prix, prix unitaire, prix HT, prix unitaire HT, PU HT, tarif, tarif HT, " +
      "prix de vente, PU, P.U. net, PU net HT, prix net, prix net HT, prix remisé, " +
      "votre prix, prix unit, px unitaire, px unit, prix public, prix public HT, " +
      "tarif public",
    de:
      "Preis, Einzelpreis, Stückpreis, Listenpreis, Nettopreis, Preis netto, " +
      "Einzelpreis netto, Verkaufspreis, VK-Preis, Nettoeinzelpreis, Ihr Preis, " +
      "Händlerpreis, Händlernettopreis, EP, EP netto, VK, VK netto, Preis pro Stück, " +
      "Preis je Stück, Preis/Stück, Preis/Stk, Stk-Preis, Sonderpreis",
    es:
      "precio, precio unitario, precio de lista, precio de venta, precio por unidad, " +
      "P. venta, precio neto, su precio, precio unit, precio unitario neto, " +
      "precio especial, tarifa, P. unitario, P. unit",
    pt:
      "preço, preço unitário, preço de lista, preço de venda, valor unitário, " +
      "preço líquido, seu preço, preço unit, valor unit, vlr unitário, vlr unit, " +
      "preço unitário líquido",
  },
  currency: {
    fr: "devise, monnaie, code devise",
    de: "Währung, WKZ, Währ, Währg, Whg, Währungscode, Währungskennzeichen, Währungsschlüssel",
    es: "moneda, divisa, código de moneda",
    pt: "moeda, código da moeda",
  },
  status: { fr: "statut" },
  vendor: {
    fr: "fournisseur, vendeur",
    de: "Lieferant, Verkäufer",
    es: "proveedor, vendedor",
    pt: "fornecedor",
  },
  min_quantity: {
    fr:
      "quantité minimum, quantité minimale, minimum de commande, " +
      "quantité minimale de commande, qté mini, quantité mini, mini de commande",
    de: "Mindestmenge, Mindestbestellmenge, Mindestabnahme, Min-Menge, Mindestauftragsmenge",
    es: "cantidad mínima, pedido mínimo, cantidad min, cantidad mínima de pedido",
    pt: "quantidade mínima, quantidade min, pedido mínimo",
  },
  multiple: {
    fr: "unité d'emballage, multiple de commande",
    de: "Verpackungseinheit, VPE",
    es: "múltiplo, unidad de embalaje",
    pt: "unidade de embalagem",
  },
  lead_time_days: {
    fr:
      "délai (jours), délai de livraison (jours), délai, délai de livraison, " +
      "délai en jours, délai (j), jours de délai",
    de:
      "Lieferzeit (Tage), Lieferzeit in Tagen, Liefertage, Lieferfrist (Tage), LZ (Tage), " +
      "WBZ (Tage), Wiederbeschaffungszeit (Tage)",
    es: "plazo (días), plazo de entrega (días), plazo en días, días de entrega, entrega (días)",
    pt: "prazo (dias), prazo de entrega (dias), dias de entrega, prazo em dias, entrega (dias)",
    en: "lead time in days, days lead time, delivery days, delivery (days)",
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
    fr: "fabricant, constructeur, marque, fabriquant",
    de: "Hersteller, Herst, Fabrikat",
    es: "fabricante, marca",
  },
  cage: {
    en: "FSCM, manufacturer cage, cage number, NCAGE, NCAGE code, manufacturer code CAGE",
    fr: "code CAGE",
  },
  nsn: {
    en: "NATO stock number, NSN / NIIN, NSN or NIIN",
    de: "NATO-Versorgungsnummer, Versorgungsnummer",
    fr: "NNO, numéro de nomenclature OTAN",
  },
  certificate: {
    en: "certificate type, release certificate, tag, tag type",
    fr: "certificat, traçabilité",
    de: "Zertifikat, Zeugnis, Bescheinigung",
    es: "certificado, certificación, trazabilidad",
    pt: "certificação, rastreabilidade",
  },
  shelf_life_expires: {
    en: "shelf life expiration, shelf life expiration date, shelf life end",
    fr: "péremption, date de péremption, date limite d'utilisation, DLU",
    de: "Verfallsdatum, Haltbar bis, MHD",
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
