// Words and marks around the number of a cell. Not here: what names a unit, a currency or an upper
// bound, so that "3 BX" is never 3 pieces and "<10" never 10.

/**
 * Marks that mean nothing, or that nobody knows: a person says it once per file. No quotation marks,
 * which are of feet and inches, and before a number no point, which may be of decimals.
 */
const strayBefore = "´, `, *, ~, ^, _, ¸, ¨";
const strayAfter = `${strayBefore}, ., :, ;`;

export const aroundStock = {
  before:
    ">, >=, ≥, over, more than, at least, qty, quantity, Menge, stock, in stock, on hand, " +
    `available, avail, avl, ${strayBefore}`,
  after:
    "+, plus, or more, in stock, in stk, on stock, stock, on hand, available, avail, avl, " +
    `auf Lager, verfügbar, en stock, disponible, disponibles, disponível, ${strayAfter}`,
};

export const aroundPrice = {
  before:
    "est, estimate, estimated, approx, about, from, ab, net, nett, netto, list, MSRP, " +
    strayBefore,
  after:
    "est, estimate, estimated, approx, net, nett, netto, list, MSRP, firm, OBO, EXW, ex works, " +
    strayAfter,
};
