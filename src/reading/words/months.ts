import { foldAccents } from "../fold.ts";

/** Names of months and what people write for them, in the order of the year. */
// biome-ignore format: one month per line
const names = [
  "jan, january, janvier, janv, januar, jaenner, enero, ene, janeiro",
  "feb, february, fevrier, fevr, fev, februar, febrero, fevereiro",
  "mar, march, mars, marz, maerz, mrz, marzo, marco",
  "apr, april, avril, avr, abril, abr",
  "may, mai, mayo, maio",
  "jun, june, juin, juni, junio, junho",
  "jul, july, juillet, juil, juli, julio, julho",
  "aug, august, aout, agosto, ago",
  "sep, sept, september, septembre, septiembre, setiembre, setembro",
  "oct, october, octobre, oktober, okt, octubre, outubro",
  "nov, november, novembre, noviembre, novembro",
  "dec, december, decembre, dezember, dez, diciembre, dic, dezembro",
];

const numbers = new Map(
  names.flatMap((list, place) => list.split(", ").map((name) => [name, place + 1] as const)),
);

/** The number of a month, from 1; undefined for any other word. */
export function findMonth(name: string): number | undefined {
  return numbers.get(foldAccents(name));
}
