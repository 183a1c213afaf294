// Words of rows that are no parts, or parts no longer wanted: totals, titles. English; French;
// German; Spanish; Portuguese.

export const rowWords = `
total     total, totals, sum, sums; somme, sommes, totale; Summe, Summen, Gesamtsumme, Endsumme,
          Gesamtergebnis, Gesamtbetrag, Gesamtwert, Ergebnis; suma, sumas; soma
sub       grand, sub, overall, report; montant; gesamt
subtotal  subtotal, subtotals, Zwischensumme, carried forward, carried over, brought forward, brought over, c/f, b/f
counted   line, lines, item, items, row, rows, part, parts, piece, pieces, pcs
beside    qty, quantity, amount, price, value, cost, net, usd, eur, gbp, of, in, no
issued    issued
date      date
request   rfi, rfq, rfp, request, requisition, inquiry, enquiry, quotation, purchase order, workorder,
          work order, order, ref, reference, project, job, issue, aircraft, a/c, tail, page, attn
withdrawn  cancelled, canceled, cxl, cxld, deleted, void, voided, on hold,
          do not order, don't order, do not buy, do not purchase; annulé, annulée, supprimé, supprimée,
          en attente, suspendu, ne pas commander; storniert, gestrichen, gelöscht, zurückgestellt,
          gesperrt, nicht bestellen; cancelado, cancelada, anulado, anulada, eliminado, eliminada,
          suspendido, suspendida, en espera, no pedir, no comprar; excluído, excluída, suspenso,
          suspensa, em espera, não pedir, não comprar, não encomendar
`;
