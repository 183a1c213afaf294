// Words for conditions of parts, by the codes that an operator has unless it renamed them. The
// operator's own words come first. In lists these words count as written; for a vendor's file they
// are only proposed. English; French; German; Spanish; Portuguese. The last row has words of columns
// of conditions that are none: dealers mean different things.

export const conditions = `
NE  n, new, brand new, fn, factory new, new factory; neuf; neu, Neuware, fabrikneu; nuevo; novo
NS  nos, new old stock, n/s, new surplus, nsv, unused surplus; neuf surplus; neu surplus
OH  o/h, ohc, ovhl, ovh, ovhd, overhaul, overhauled; révisé; überholt, grundüberholt; revisado
SV  s/v, svc, serv, serviceable, svcbl, svcble, srvcbl; ; brauchbar; serviciable
RP  r/p, rep, repaired; réparé; repariert; reparado
AR  a/r, as removed, removed; déposé; ausgebaut
US  unserviceable, unserv, unsvcbl, unsrvcbl, unsv, u/s
?   surplus, used, tested, tst, inspected, insp, modified, mod, rd, recert, rf, rn, core, ber, sc
`;
