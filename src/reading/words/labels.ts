// Words that name what follows them, or the column below them. English; French; German; Spanish;
// Portuguese.

export const labels = `
quantity     qty, qnty, quantity; quantité, qté; Menge, Anzahl; cantidad, ctd; quantidade, qtd
part         part, parts
part number  p/n, pn, pnr, mpn, partno
stock number  nsn, niin
maker        mfr, mfg, manufacturer, cage, ncage, fscm
count        s/n, sn, ser, serial, lot, batch, fig, figure, ata, po, p/o
change       issue, iss, chg, change
amount       price, usd, eur, code
thing        model
revision     rev, revision; révision; ; revisión; revisão
item         item, items, itm, line item, line itm, pos, position, line, ln, row, seq, s/no, s/nr
alternate    alt, alts, alternate, alternates, alternative, alternatives
name         descr, description, part name, part description, nomenclature, name, item name, noun;
             désignation, libellé, dénomination; Bezeichnung, Benennung, Beschreibung; descripción,
             denominación, designación; descrição, denominação, designação
number       no, nos, nr, number, numbers, num
`;
