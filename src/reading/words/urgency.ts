// Words for orders that an aircraft waits for. English; French; German; Spanish; Portuguese.

export const urgencyWords = `
AOG       aog, aircraft on ground; avion au sol, avion immobilisé; Flugzeug am Boden;
          avión en tierra; avião no solo, aeronave no solo
Critical  critical; critique; kritisch; crítico, crítica
denied    no, non, not, n, false, 0; pas, sans; nein, nicht, kein, keine; sin; não, sem
`;
