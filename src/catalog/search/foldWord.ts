// One form for the forms of a word: its plural and its abbreviation fold to the word itself.
// Invariant: what is folded once stays as it is when folded again.
import { remember } from "../remember.ts";

// What parts catalogs shorten or spell in two ways, as data: a short form and what it stands for.
// The forms are those in common use in the item names of parts catalogs and maintenance documents.
// Only what is no other word of the trade stands here: CAP is a cap, so it is no capacitor.

const oneMeaning = `
  accum accumulator|acft aircraft|actr actuator|adaptor adapter|adptr adapter|alum aluminum
  aluminium aluminum|ampl amplifier|ant antenna|asm assembly|assm assembly|assy assembly
  batt battery|brg bearing|brkr breaker|brkt bracket|brs brass|brz bronze|bshg bushing|btry battery
  cbl cable|centre center|chk check|ckt circuit|clmp clamp|cntl control|cntrl control
  colour color|conn connector|cplg coupling|ctrl control|cyl cylinder|det detector
  dia diameter|disc disk|drv drive|elem element|elev elevator|emer emergency|emerg emergency
  eng engine|equip equipment|exh exhaust|fibre fiber|filt filter|flex flexible|flg flange
  fltr filter|ftg fitting|fttg fitting|fwd forward|gauge gage|gnd ground|grmt grommet|gskt gasket
  hd head|hdw hardware|hdwr hardware|hgr hanger|hndl handle|hrns harness|hsg housing|htr heater
  hyd hydraulic|hydr hydraulic|inbd inboard|ind indicator|instl installation
  instln installation|instr instrument|lh left hand|ltg lighting|lvr lever|lwr lower|mach machine
  mag magnetic|mnfld manifold|mtd mounted|mtg mounting|nav navigation|neop neoprene|nzl nozzle
  oring o ring|outbd outboard|oxy oxygen|plg plug|pmp pump|pneu pneumatic|pnl panel|posn position
  pres pressure|prop propeller|pwr power|qty quantity|rbr rubber|rcvr receiver|rect rectifier
  rgltr regulator|rh right hand|rlr roller|rly relay|rtnr retainer|rvt rivet|scr screw|scrn screen
  sel selector|selflocking self locking|shft shaft|shld shield|sig signal|skt socket|slv sleeve
  snsr sensor|sol solenoid|spcr spacer|spkr speaker|spr spring|sprt support|std standard|stl steel
  strnr strainer|sw switch|swtch switch|sys system|tach tachometer|temp temperature|term terminal
  thd thread|tubg tubing|turb turbine|tyre tire|upr upper|vib vibration|vlv valve|whl wheel
  wndw window|wshld windshield|wshr washer|wt weight|xdcr transducer|xfmr transformer
  xmsn transmission|xmtr transmitter`;

const someMeanings = `
  alt alternate alternator altimeter altitude|comp compass component compressor computer
  cond conditioner conditioning conductor|conv conversion converter|ctr center counter
  dist distribution distributor|elec electric electrical electronic
  ext exterior external extension|flt flat flight float|gen general generator
  hex hexagon hexagonal|inst installation instrument|insul insulation insulator
  int interior internal|lub lubricating lubrication|mech mechanical mechanism|mtr meter motor
  pkg package packing|press pressure|reg register regulating regulator|ret retainer retaining
  rot rotary rotating rotor|stab stabilator stabilizer|struc structural structure
  trans transformer transistor transmission transmitter`;

const meantInNames = "cvr cover";

function readTable(table: string): [string, readonly string[]][] {
  return table
    .trim()
    .split(/[|\n]/)
    .map((line) => {
      const [short = "", ...meanings] = line.trim().split(" ");
      return [short, meanings];
    });
}

/** Short forms with one meaning, which may be several words; the two are one and the same. */
export const nameAbbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  readTable(oneMeaning),
);

/**
 * Short forms with several meanings, each a word. The form stands for each of them, but they do
 * not stand for one another: ELEC is ELECTRIC or ELECTRONIC, ELECTRIC is not ELECTRONIC.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  readTable(someMeanings),
);

/**
 * Short forms that stand for a word where an offer has them, but are not it where people ask for
 * them: CVR in a name is COVER, and a mechanic's CVR is a cockpit voice recorder.
 */
const abbreviationsInNames: ReadonlyMap<string, readonly string[]> = new Map(
  readTable(meantInNames),
);

const singulars: ReadonlyMap<string, string> = new Map([
  ["buses", "bus"],
  ["caches", "cache"],
  ["feet", "foot"],
  ["gases", "gas"],
  ["halves", "half"],
  ["indices", "index"],
  ["knives", "knife"],
  ["leaves", "leaf"],
  ["lens", "lens"],
  ["lenses", "lens"],
  ["matrices", "matrix"],
  ["series", "series"],
  ["shelves", "shelf"],
  ["trans", "trans"],
  ["vertices", "vertex"],
]);

const letters = /^[a-z]{4,}$/;

/** SWITCHES is SWITCH, ASSEMBLIES ASSEMBLY, GLASS itself; what is shorter than 4 is left alone. */
function toSingular(word: string): string {
  if (!letters.test(word)) return word;
  const irregular = singulars.get(word);
  if (irregular !== undefined) return irregular;
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (/..ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * The words a lower-case word stands for, one but for abbreviations of a phrase: BRG, BRGS and
 * BEARINGS all stand for BEARING, LH for LEFT HAND.
 */
export function foldWord(word: string): readonly string[] {
  const singular = toSingular(word);
  return nameAbbreviations.get(word) ?? nameAbbreviations.get(singular) ?? [singular];
}

const shortFormsOf = new Map<string, string[]>();
for (const [short, meanings] of ambiguousAbbreviations) {
  for (const meaning of meanings) {
    shortFormsOf.set(meaning, [...(shortFormsOf.get(meaning) ?? []), short]);
  }
}

/** What else a folded word is found by: ELEC by its meanings, each of them by ELEC. */
function relatedWords(folded: string): readonly string[] {
  return [
    ...(ambiguousAbbreviations.get(folded) ?? []),
    ...(abbreviationsInNames.get(folded) ?? []),
    ...(shortFormsOf.get(folded) ?? []),
  ];
}

const maxCachedForms = 10_000;

/**
 * All that a word of an offer is found by: itself, what it folds to, and what is related. A plural
 * that only adds an S is left out: whatever it begins with, its singular does too.
 */
export const formsOfWord = remember(maxCachedForms, (word): readonly string[] => {
  const folded = foldWord(word);
  const own = folded[0] === word.replace(/s$/, "") ? [] : [word];
  return [...new Set([...own, ...folded, ...folded.flatMap(relatedWords)])];
});
