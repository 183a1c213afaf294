// Generates the fictional catalog of the demo, always the same. Invariants: an offer occurs once,
// and every part number that another one refers to is in the catalog.
import type { OfferTexts } from "../catalog/offerTexts.ts";
import { formatAmount, parseCurrency } from "../kit/money.ts";
import { type DemoKind, type DemoPack, type DemoShelf, kindOf } from "./demoKind.ts";
import { type DemoPart, drawFamily } from "./demoPart.ts";
import { generateDemoPartNumbers } from "./demoPartNumbers.ts";
import { createDemoRandom, type DemoRandom } from "./demoRandom.ts";
import { demoRotables } from "./demoRotables.ts";
import { listReservedNumbers, listShowcaseOffers } from "./demoShowcase.ts";
import { demoVendors, fastenerVendor, overseasVendor } from "./demoVendors.ts";

// Percent of the price of a new part.
const valueByCondition: ReadonlyMap<string, number> = new Map([
  ["NE", 100],
  ["NS", 88],
  ["OH", 64],
  ["RP", 52],
  ["SV", 46],
  ["AR", 21],
]);

type Position = { readonly vendor: string; readonly condition: string };

function drawPositions(part: DemoPart, random: DemoRandom): Position[] {
  const count = random.chance(0.31) ? random.pick([2, 2, 2, 3, 3, 4, 5]) : 1;
  const positions = new Map<string, Position>();
  while (positions.size < count) {
    const vendor = random.pickName(part.shelf.vendors);
    const condition = random.pickName(part.shelf.conditions);
    positions.set(`${vendor}\n${condition}`, { vendor, condition });
  }
  return [...positions.values()];
}

/** Rounds to $5 from $1,000, and to 50 cents from $100. */
function roundPrice(cents: number): number {
  const step = cents >= 100_000 ? 500 : cents >= 10_000 ? 50 : 1;
  return Math.max(1, Math.round(cents / step) * step);
}

function drawPrice(
  part: DemoPart,
  { vendor, condition }: Position,
  random: DemoRandom,
): { price: string; currency: string } {
  const share = (valueByCondition.get(condition) ?? 100) * random.between(88, 118);
  const cents = roundPrice((part.cents * share) / 10_000);
  const inYen = vendor === overseasVendor && random.chance(0.3);
  const code = vendor !== overseasVendor ? "USD" : inYen ? "JPY" : "EUR";
  const currency = parseCurrency(code);
  if (currency === undefined) throw new Error(`${code} is not in the table of currencies`);
  // A cent is about one and a half yen, and about 0.92 of a euro cent.
  const minor = inYen ? Math.ceil(cents * 1.5) : Math.ceil(code === "EUR" ? cents * 0.92 : cents);
  return { price: formatAmount({ minor: BigInt(minor), currency }), currency };
}

function drawStatus(part: DemoPart, random: DemoRandom): string {
  if (part.texts.superseded_by !== "") return "SUPERSEDED";
  if (random.chance(0.025)) return "ON_HOLD";
  return random.chance(0.03) ? "DISCONTINUED" : "ACTIVE";
}

function drawStock(part: DemoPart, pack: DemoPack, status: string, random: DemoRandom): number {
  if (status === "DISCONTINUED" || random.chance(0.175)) return 0;
  const unit = random.unit();
  const stock = 1 + Math.floor(part.shelf.maxStock * unit * unit * unit);
  return Math.max(pack.minQuantity, stock - (stock % pack.multiple));
}

/** A few batches expired long ago; the others expire in the distant future. */
function drawExpiry(part: DemoPart, random: DemoRandom): string {
  if (!part.shelf.perishable) return "";
  const year = random.chance(0.06) ? random.between(2017, 2022) : random.between(2036, 2039);
  const month = String(random.between(1, 12)).padStart(2, "0");
  return `${year}-${month}-${String(random.between(1, 28)).padStart(2, "0")}`;
}

/** Draws the offers of a part; no two have the same vendor, condition and unit of measure. */
export function drawOffers(part: DemoPart, random: DemoRandom): OfferTexts[] {
  const pack = random.pickWeighted(part.shelf.packs);
  const [minDays, maxDays] = part.shelf.leadTimeDays;
  return drawPositions(part, random).map((position) => {
    const status = drawStatus(part, random);
    return {
      ...part.texts,
      ...position,
      available_stock: String(drawStock(part, pack, status, random)),
      ...drawPrice(part, position, random),
      status,
      min_quantity: String(pack.minQuantity),
      multiple: String(pack.multiple),
      lots: "",
      lead_time_days: random.chance(0.85) ? String(random.between(minDays, maxDays)) : "",
      certificate: position.condition === "AR" ? "" : random.pickName(part.shelf.certificates),
      shelf_life_expires: drawExpiry(part, random),
      zero_price_is_free: "",
    };
  });
}

const chemicals: readonly DemoKind[] = [
  kindOf("KT", [2_800, 46_000], 51, {
    "SEALING COMPOUND,POLYSULFIDE": ["class A-2, brushable", "class B-1/2, two-part"],
    "SEALING COMPOUND,POLYTHIOETHER": ["class B-2, two-part", "class C-8, two-part"],
    "ADHESIVE,EPOXY": ["two-part paste", "thixotropic"],
    "RESIN,EPOXY": ["low viscosity, laminating"],
  }),
  kindOf("TU", [1_100, 12_500], 20, {
    "SEALING COMPOUND,SILICONE": ["one-part, room temperature curing", "red, high temperature"],
    "ADHESIVE,SILICONE RUBBER": ["one-part, translucent"],
  }),
  kindOf("CA", [1_400, 9_600], 12, {
    "GREASE,AIRCRAFT": ["synthetic, wide temperature range", "extreme pressure"],
    "GREASE,MOLYBDENUM DISULFIDE": ["black, for high loads"],
  }),
  kindOf("QT", [1_600, 4_800], 79, {
    "LUBRICATING OIL,AIRCRAFT TURBINE ENGINE": ["5 cSt", "high thermal stability"],
  }),
  kindOf("GL", [4_500, 21_000], 29, {
    "HYDRAULIC FLUID,PETROLEUM BASE": ["red"],
    "HYDRAULIC FLUID,PHOSPHATE ESTER": ["purple, type IV", "purple, type V"],
  }),
  kindOf("CN", [900, 28_000], 51, {
    "CORROSION PREVENTIVE COMPOUND": ["water displacing", "wax, heavy film"],
    "PRIMER COATING,EPOXY": ["chromate free", "low infrared"],
    "CLEANING COMPOUND,SOLVENT": ["low residue"],
    "LEAK DETECTION COMPOUND": ["oxygen system compatible"],
  }),
];

const bulkMaterials: readonly DemoKind[] = [
  kindOf("FT", [18, 980], 24, {
    "WIRE,ELECTRICAL": ["20 AWG, tin-plated copper", "22 AWG, two conductor, shielded"],
    "CABLE,RADIO FREQUENCY": ["50 ohm, 200 °C", "75 ohm"],
    "INSULATION SLEEVING,ELECTRICAL": ['heat shrinkable, 1/4"', "braided"],
  }),
  kindOf("FT", [140, 3_900], 20, {
    "HOSE,NONMETALLIC": ["low pressure", "fuel resistant"],
    "ROPE,WIRE": ["7 by 19 strands", "7 by 7 strands, lubricated"],
  }),
  kindOf("RL", [900, 16_500], 20, {
    "WIRE,NONELECTRICAL": ['safety, 0.032" diameter', 'safety, 0.020" diameter'],
    "TAPE,PRESSURE SENSITIVE ADHESIVE": ["aluminum foil", "polyimide film"],
  }),
  kindOf("SH", [6_500, 94_000], 51, {
    "SHEET,METAL": ["2024-T3, clad", "7075-T6, bare"],
    "SHEET,ACRYLIC": ["stretched", "cast"],
  }),
  kindOf("YD", [1_200, 14_000], 51, {
    "CLOTH,GLASS FABRIC": ["satin weave", "plain weave"],
    "CLOTH,CARBON FABRIC": ["plain weave", "2 by 2 twill"],
  }),
];

const common = {
  uses: ["airframe maintenance", "engine maintenance", "line stations", "repair shops"],
  vendors: { ...demoVendors, "Made-up Materials & Chemicals": 30 },
  conditions: { NE: 1 },
  certificates: { CoC: 19, "EASA Form 1": 1 },
  leadTimeDays: [1, 45],
} as const;

/** Sealants, adhesives, greases, paints and cleaners, with a shelf life. */
const demoChemicals: DemoShelf = {
  ...common,
  kinds: chemicals,
  weight: 8,
  manufacturers: ["Specimen Chemical", "Made-up Coatings & Compounds"],
  packs: [
    { minQuantity: 1, multiple: 1, weight: 60 },
    { minQuantity: 6, multiple: 6, weight: 25 },
    { minQuantity: 12, multiple: 12, weight: 15 },
  ],
  maxStock: 240,
  perishable: true,
};

/** Materials sold by length, roll or sheet. */
const demoBulkMaterials: DemoShelf = {
  ...common,
  kinds: bulkMaterials,
  weight: 6,
  manufacturers: ["Sample Wire & Weaving", "Example Components"],
  packs: [
    { minQuantity: 1, multiple: 1, weight: 50 },
    { minQuantity: 25, multiple: 1, weight: 25 },
    { minQuantity: 50, multiple: 50, weight: 25 },
  ],
  maxStock: 6_000,
  perishable: false,
};

const bolts = [
  "cadmium-plated steel",
  "corrosion-resistant steel",
  "titanium, cetyl alcohol coated",
  "alloy steel, drilled head",
];
const rivets = ["aluminum alloy 2117", "aluminum alloy 7050", "nickel-copper alloy"];
const washers = ["cadmium-plated steel", "corrosion-resistant steel", "aluminum alloy, anodized"];
const nuts = ["cadmium-plated steel", "A286 alloy, silver-plated", "corrosion-resistant steel"];

const kinds: readonly DemoKind[] = [
  kindOf("EA", [2, 28], 51, { "RIVET,SOLID": rivets, "RIVET,SOLID,COUNTERSUNK": rivets }),
  kindOf("EA", [18, 340], 51, {
    "RIVET,BLIND": ["aluminum alloy sleeve", "nickel-copper alloy sleeve"],
    "RIVET,BLIND,FLUSH": ["aluminum alloy sleeve", "A286 alloy sleeve"],
  }),
  kindOf("EA", [45, 2_900], 20, {
    "BOLT,MACHINE": bolts,
    "BOLT,SHEAR": bolts,
    "BOLT,CLOSE TOLERANCE": bolts,
  }),
  kindOf("EA", [380, 5_200], 20, { "BOLT,EYE": ["cadmium-plated steel", "alloy steel"] }),
  kindOf("EA", [8, 690], 20, {
    "SCREW,MACHINE": ["100 degree flush head", "pan head", 'No. 10-32, 1/2" long'],
    "SCREW,CAP,SOCKET HEAD": ["alloy steel", "corrosion-resistant steel"],
    "SCREW,SELF-TAPPING": ["truss head", "flush head"],
  }),
  kindOf("EA", [12, 1_150], 20, {
    "NUT,SELF-LOCKING,HEXAGON": nuts,
    "NUT,PLAIN,CASTELLATED": nuts,
    "NUT,PLATE": ["floating, two lug", "fixed, one lug", "corner"],
  }),
  kindOf("EA", [2, 95], 20, { "WASHER,FLAT": washers, "WASHER,RECESSED": washers }),
  kindOf("EA", [3, 60], 20, { "WASHER,LOCK": ["split", "internal tooth"], "PIN,COTTER": washers }),
  kindOf("EA", [95, 4_200], 20, {
    "PIN,STRAIGHT,HEADED": ["cadmium-plated steel", "corrosion-resistant steel"],
    "PIN,QUICK RELEASE": ["ball lock", "ball lock, ring handle"],
  }),
  kindOf("EA", [15, 880], 20, { "RING,RETAINING": ["carbon spring steel", "beryllium copper"] }),
  kindOf("EA", [22, 460], 51, { "COLLAR,SWAGE LOCKING": ["aluminum alloy 2024", "titanium"] }),
  kindOf("EA", [160, 2_700], 53, {
    "STUD,TURNLOCK FASTENER": ["quarter turn, flush", "quarter turn, wing head"],
    "RECEPTACLE,TURNLOCK FASTENER": ["two lug", "side mounted"],
  }),
  kindOf("EA", [30, 720], 20, { "INSERT,SCREW THREAD": ["free running", "self-locking"] }),
  kindOf("EA", [75, 1_900], 20, {
    "CLAMP,LOOP": ["cushioned, −55 to 200 °C", "cushioned, fuel resistant", "uncushioned"],
  }),
  kindOf("EA", [90, 6_400], 20, {
    "SPACER,SLEEVE": ["aluminum alloy", "corrosion-resistant steel"],
    "BUSHING,SLEEVE": ["aluminum bronze", "beryllium copper"],
    SHIM: ["laminated, peelable", "corrosion-resistant steel"],
  }),
];

/** Bolts, nuts and rivets: cheap, new, with a Certificate of Conformance, mostly in packs. */
const demoFasteners: DemoShelf = {
  kinds: kinds.map((kind) => ({ ...kind, sized: true })),
  weight: 36,
  uses: ["airframe structure", "engine accessories", "cabin interiors", "flight controls"],
  manufacturers: ["Example Fasteners Mill", "Placeholder Forge", "Example Aerospace Works"],
  vendors: { ...demoVendors, [fastenerVendor]: 30 },
  conditions: { NE: 1 },
  certificates: { CoC: 9, "FAA 8130-3": 1 },
  packs: [
    { minQuantity: 100, multiple: 100, weight: 45 },
    { minQuantity: 1, multiple: 1, weight: 25 },
    { minQuantity: 25, multiple: 25, weight: 12 },
    { minQuantity: 500, multiple: 100, weight: 10 },
    { minQuantity: 10, multiple: 1, weight: 8 },
  ],
  maxStock: 40_000,
  leadTimeDays: [3, 84],
  perishable: false,
};

const rubbers = ["nitrile rubber", "fluorocarbon rubber", "ethylene propylene rubber", "silicone"];
const tubes = ["37 degree flared", "flareless, 3000 psi", "titanium, 5000 psi"];

const sizedKinds: readonly DemoKind[] = [
  kindOf("EA", [35, 2_600], 29, { "PACKING,PREFORMED": rubbers, "RETAINER,PACKING": ["PTFE"] }),
  kindOf("EA", [140, 8_900], 72, {
    GASKET: ["cork and rubber", "fluorosilicone"],
    "GASKET,METAL": ["silver-plated", "copper, crush type"],
  }),
  kindOf("EA", [900, 68_000], 72, {
    "SEAL,PLAIN ENCASED": ["spring loaded", "fluorocarbon lip"],
    "SEAL,AIR,AIRCRAFT GAS TURBINE": ["carbon face", "honeycomb"],
  }),
  kindOf("EA", [850, 46_000], 27, {
    "BEARING,BALL,ANNULAR": ["double shielded", "ABEC 5, grease packed"],
    "BEARING,BALL,AIRFRAME": ["sealed, cadmium-plated", "self-aligning"],
    "BEARING,ROLLER,NEEDLE": ["caged", "full complement"],
    "BEARING,PLAIN,ROD END": ["self-lubricating liner", "metal to metal"],
  }),
  kindOf("EA", [20, 1_450], 24, {
    "CONTACT,ELECTRICAL": ["crimp, gold-plated, pin", "crimp, gold-plated, socket"],
    "TERMINAL,LUG": ["crimp, tin-plated", "insulated ring tongue"],
    "SPLICE,CONDUCTOR": ["environment resisting", "nickel-plated"],
  }),
  kindOf("EA", [520, 17_500], 29, { "ELBOW,TUBE": tubes, "TEE,TUBE": tubes }),
  kindOf("EA", [2_900, 58_000], 36, {
    "COUPLING,CLAMP,GROOVED": ["T-bolt, quick release", "V-retainer"],
  }),
  kindOf("EA", [260, 6_700], 27, {
    "SPRING,HELICAL,COMPRESSION": ["music wire", "corrosion-resistant steel"],
    "SPRING,HELICAL,EXTENSION": ["music wire", "looped ends"],
  }),
];

const otherKinds: readonly DemoKind[] = [
  kindOf("EA", [1_900, 54_000], 29, {
    "FILTER ELEMENT,FLUID": ["10 micron", "25 micron, cleanable", "3 micron absolute"],
    "FILTER ELEMENT,INTAKE AIR CLEANER": ["dry, pleated", "foam, oil wetted"],
  }),
  kindOf("EA", [1_600, 31_000], 24, {
    "CONNECTOR,PLUG,ELECTRICAL": ["bayonet coupling", "threaded, 22 contacts"],
    "CONNECTOR,RECEPTACLE,ELECTRICAL": ["box mounting", "jam nut, hermetic"],
  }),
  kindOf("EA", [210, 9_800], 33, {
    "LAMP,INCANDESCENT": ["28 V, 0.04 A", "28 V, 0.17 A"],
    "LAMP,HALOGEN": ["28 V, 20 W", "12 V, 50 W"],
    "FUSE,CARTRIDGE": ["5 A", "10 A", "15 A"],
  }),
  kindOf("EA", [2_400, 42_000], 24, {
    "CIRCUIT BREAKER": ["5 A, push-pull", "10 A, push-pull", "35 A, three phase"],
    "SWITCH,TOGGLE": ["double pole, double throw", "locking lever"],
    "SWITCH,PUSH": ["illuminated, 28 VDC", "momentary"],
    "RELAY,ELECTROMAGNETIC": ["hermetically sealed, 28 VDC", "10 A, four pole"],
  }),
  kindOf("EA", [4_800, 96_000], 29, {
    "HOSE ASSEMBLY,NONMETALLIC": ["3000 psi", "fire sleeved", "PTFE lined"],
    "TUBE ASSEMBLY,METAL": ["titanium, 5000 psi", "aluminum alloy, flared"],
  }),
  kindOf("SE", [2_600, 24_000], 24, { "BRUSH,ELECTRICAL CONTACT": ["instrumented"] }),
  kindOf("EA", [38_000, 240_000], 74, {
    "IGNITER,SPARK,GAS TURBINE ENGINE": ["surface gap", "semiconductor tip"],
  }),
  kindOf("EA", [28_000, 310_000], 32, {
    "TIRE,PNEUMATIC,AIRCRAFT": ["tubeless, 225 mph", "radial, 235 mph", "tube type, 120 mph"],
  }),
];

/** Seals, filters, bearings, fittings and small electrical parts. */
const demoConsumables: DemoShelf = {
  kinds: [...sizedKinds.map((kind) => ({ ...kind, sized: true })), ...otherKinds],
  weight: 32,
  uses: ["regional jets", "turboprops", "narrow-body aircraft", "business jets", "helicopters"],
  manufacturers: [
    "Example Components",
    "Fictional Airparts Works",
    "Imaginary Precision",
    "Sample Engineering",
    "Example Aerospace Works",
  ],
  vendors: { ...demoVendors, "Example Avionics Stockist": 8 },
  conditions: { NE: 1 },
  certificates: { CoC: 5, "FAA 8130-3": 3, "EASA Form 1": 2 },
  packs: [
    { minQuantity: 1, multiple: 1, weight: 80 },
    { minQuantity: 5, multiple: 5, weight: 10 },
    { minQuantity: 10, multiple: 1, weight: 10 },
  ],
  maxStock: 900,
  leadTimeDays: [2, 120],
  perishable: false,
};

const seed = 21_117;
const offerCount = 20_000;
export const demoShelves = [
  demoFasteners,
  demoConsumables,
  demoChemicals,
  demoBulkMaterials,
  demoRotables,
] as const;

/**
 * Generates the rows of a catalog file: the showcase first, in total 20,000 and the remaining
 * offers of the last part.
 */
export function* generateDemoCatalog(): Generator<OfferTexts> {
  const random = createDemoRandom(seed);
  const lastOfName = new Map<string, string>();
  const relativeOf = (name: string) => lastOfName.get(name) ?? "";
  const showcase = listShowcaseOffers();
  yield* showcase;
  let count = showcase.length;
  for (const family of generateDemoPartNumbers(random, listReservedNumbers())) {
    const shelf = random.pickWeighted(demoShelves);
    for (const part of drawFamily(family, shelf, relativeOf, random)) {
      const offers = drawOffers(part, random);
      yield* offers;
      count += offers.length;
      const { part_number, part_name, superseded_by } = part.texts;
      if (superseded_by === "") lastOfName.set(part_name, part_number);
    }
    if (count >= offerCount) return;
  }
}
