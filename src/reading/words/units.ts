// Units of measure: their codes, and what people write for them. Languages are separated by
// semicolons: English; French; German; Spanish; Portuguese.

export const units = `
EA  each, e, pc, pcs, pce, piece, pieces, unit, units, nr, nos, off, e a; pièce, pièces, unité, unités;
    Stück, Stueck, Stck, st, stk; pieza, piezas, pza, pzas, pz, unidad, unidades, un, und, uni, unid, u;
    peça, peças, pç, unidade
FT  feet, foot; pied, pieds; Fuß, Fuss; pie, pies; pé, pés
IN  inch, inches; pouce, pouces; Zoll; pulgada, pulgadas; polegada, polegadas
MR  m, mt, mtr, mtrs, meter, meters, metre, metres; mètre, mètres; Meter; metro, metros
CM  centimeter, centimeters, centimetre, centimetres; centimètre, centimètres; centímetro, centímetros
YD  yard, yards, yds
KG  kilo, kilos, kilogram, kilograms, kgs; kilogramme, kilogrammes; Kilogramm; kilogramo, kilogramos
GM  g, gram, grams; gramme, grammes; Gramm; gramo, gramos; grama, gramas
LB  lbs, pound, pounds; ; ; libra, libras
OZ  ounce, ounces, ozs; once; Unze, Unzen; onza, onzas; onça, onças
GL  gal, gals, gallon, gallons; ; Gallone, Gallonen; galón, galones; galão, galões
LI  l, ltr, ltrs, liter, liters, litre, litres; ; ; litro, litros
ML  milliliter, milliliters, millilitre, millilitres; ; ; mililitro, mililitros
QT  quart, quarts, qrt, qts
PT  pint, pints, pts
PR  pair, pairs, prs; paire, paires; Paar, Paare; par, pares
SE  set, sets; jeu, jeux; Satz, Sätze; juego, juegos; jogo, jogos
KT  kit, kits, kts
BX  box, boxes, bxs; carton, cartons, boîte, boîtes; Karton, Kartons; caja, cajas; caixa, caixas
RL  reel, reels
RO  roll, rolls, rol, rls; rouleau, rouleaux; Rolle, Rollen; rollo, rollos; rolo, rolos
PG  pk, pks, pkg, pkgs, pack, packs, package, packages
BG  bag, bags, bgs; ; Beutel; bolsa, bolsas
BT  bottle, bottles, btl, btls; bouteille, bouteilles; Flasche, Flaschen; botella, botellas
CA  cartridge, cartridges; cartouche, cartouches; Kartusche, Kartuschen; cartucho, cartuchos
CN  can, cans; ; Dose, Dosen; lata, latas
DR  drum, drums; ; Fass, Fässer; tambor, tambores
SH  sheet, sheets, sht, shts
SL  spool, spools
TU  tube, tubes; ; Tuben; tubo, tubos
DZ  doz, dozen, dozens; douzaine, douzaines; Dutzend; docena, docenas; dúzia, dúzias
HD  hundred, hundreds, hun, hu, c
`;

/** The marks of feet and inches. */
export const unitMarks = `
FT  ' ’ ′
IN  " ” ″
`;
