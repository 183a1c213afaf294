// Words and marks between the parts of a wish. English; French; German; Spanish; Portuguese.

export const joiners = `
or       or, and/or; ou; oder; o
and      and; et; und; y
with     with, w/, c/w, plus; avec; mit; con; com
without  w/o, without, no, not, non, none, except, excl, excluding, if, unless; sans; ohne, kein,
         keine, nicht; sin; sem, não
better   better; mieux; besser; mejor; melhor
only     only; seulement; nur; solo, sólo; somente
need     required, reqd, req'd, req, requested, needed, mandatory, preferred, please, pls, must,
         must have; requis; erforderlich, bitte; requerido, obligatorio; obrigatório
any      any, any condition, tba, as available; ; egal; cualquiera; qualquer
other    the, for, of, re, to, by, from, quote, asap, faa, easa, form, coc, dual
about    ca, approx, abt, approximately, about, circa; environ; etwa; aprox, aproximadamente
`;
