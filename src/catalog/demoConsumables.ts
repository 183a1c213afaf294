// The shelf of consumables: fitted once, sold new, with a size in the number.
import type { DemoKind, DemoShelf } from "./demoKind.ts";

const ballBearingSpecs = ["double shielded", "ABEC 5, grease packed", "corrosion-resistant steel"];
const tubeSpecs = ["37 degree flared", "flareless, 3000 psi", "titanium, 5000 psi"];

const kinds: readonly DemoKind[] = [
  {
    names: ["PACKING,PREFORMED", "RETAINER,PACKING"],
    unit: "EA",
    cents: [35, 2_600],
    specs: ["nitrile rubber", "fluorocarbon rubber", "ethylene propylene rubber", "silicone"],
    ata: 29,
  },
  {
    names: ["GASKET", "GASKET,METAL"],
    unit: "EA",
    cents: [140, 8_900],
    specs: ["cork and rubber", "silver-plated", "fluorosilicone"],
    ata: 72,
  },
  {
    names: ["SEAL,PLAIN ENCASED", "SEAL,AIR,AIRCRAFT GAS TURBINE"],
    unit: "EA",
    cents: [900, 68_000],
    specs: ["spring loaded", "carbon face"],
    ata: 72,
  },
  {
    names: ["FILTER ELEMENT,FLUID", "FILTER ELEMENT,INTAKE AIR CLEANER"],
    unit: "EA",
    cents: [1_900, 54_000],
    specs: ["10 micron", "25 micron, cleanable", "3 micron absolute"],
    ata: 29,
  },
  {
    names: ["BEARING,BALL,ANNULAR", "BEARING,BALL,AIRFRAME"],
    unit: "EA",
    cents: [850, 46_000],
    specs: ballBearingSpecs,
    ata: 27,
  },
  {
    names: ["BEARING,ROLLER,NEEDLE", "BEARING,PLAIN,ROD END"],
    unit: "EA",
    cents: [1_400, 39_000],
    specs: ["self-lubricating liner", "sealed", "uncaged"],
    ata: 27,
  },
  {
    names: ["CONNECTOR,PLUG,ELECTRICAL", "CONNECTOR,RECEPTACLE,ELECTRICAL"],
    unit: "EA",
    cents: [1_600, 31_000],
    specs: ["bayonet coupling", "threaded, 22 contacts", "olive drab cadmium finish"],
    ata: 24,
  },
  {
    names: ["CONTACT,ELECTRICAL", "TERMINAL,LUG", "SPLICE,CONDUCTOR"],
    unit: "EA",
    cents: [20, 1_450],
    specs: ["crimp, gold-plated", "crimp, tin-plated", "environment resisting"],
    ata: 24,
  },
  {
    names: ["LAMP,INCANDESCENT", "LAMP,HALOGEN"],
    unit: "EA",
    cents: [210, 9_800],
    specs: ["28 V, 0.04 A", "28 V, 20 W", "12 V, 50 W"],
    ata: 33,
  },
  {
    names: ["FUSE,CARTRIDGE", "CIRCUIT BREAKER"],
    unit: "EA",
    cents: [180, 14_500],
    specs: ["5 A", "10 A", "35 A"],
    ata: 24,
  },
  {
    names: ["SWITCH,TOGGLE", "SWITCH,PUSH", "RELAY,ELECTROMAGNETIC"],
    unit: "EA",
    cents: [2_400, 42_000],
    specs: ["double pole, double throw", "sealed, 28 VDC", "hermetically sealed"],
    ata: 24,
  },
  {
    names: ["HOSE ASSEMBLY,NONMETALLIC", "TUBE ASSEMBLY,METAL"],
    unit: "EA",
    cents: [4_800, 96_000],
    specs: ["3000 psi", "fire sleeved", "PTFE lined"],
    ata: 29,
  },
  {
    names: ["ELBOW,TUBE", "TEE,TUBE"],
    unit: "EA",
    cents: [520, 17_500],
    specs: tubeSpecs,
    ata: 29,
  },
  {
    names: ["COUPLING,CLAMP,GROOVED", "COUPLING,TUBE"],
    unit: "EA",
    cents: [2_900, 58_000],
    specs: ["T-bolt, quick release", "self-aligning", "V-retainer"],
    ata: 36,
  },
  {
    names: ["BRUSH,ELECTRICAL CONTACT"],
    unit: "SE",
    cents: [2_600, 24_000],
    specs: ["high altitude grade", "instrumented"],
    ata: 24,
  },
  {
    names: ["IGNITER,SPARK,GAS TURBINE ENGINE"],
    unit: "EA",
    cents: [38_000, 240_000],
    specs: ["surface gap", "semiconductor tip"],
    ata: 74,
  },
  {
    names: ["TIRE,PNEUMATIC,AIRCRAFT"],
    unit: "EA",
    cents: [28_000, 310_000],
    specs: ["tubeless, 225 mph", "radial, 235 mph", "tube type, 120 mph"],
    ata: 32,
  },
  {
    names: ["SPRING,HELICAL,COMPRESSION", "SPRING,HELICAL,EXTENSION"],
    unit: "EA",
    cents: [260, 6_700],
    specs: ["music wire", "corrosion-resistant steel"],
    ata: 27,
  },
];

/** Seals, filters, bearings, fittings and small electrical parts. */
export const demoConsumables: DemoShelf = {
  kinds,
  weight: 32,
  uses: ["regional jets", "turboprops", "narrow-body aircraft", "business jets", "helicopters"],
  conditions: [{ value: "NE", weight: 1 }],
  certificates: [
    { value: "CoC", weight: 5 },
    { value: "FAA 8130-3", weight: 3 },
    { value: "EASA Form 1", weight: 2 },
  ],
  packs: [
    { value: { minQuantity: 1, multiple: 1 }, weight: 80 },
    { value: { minQuantity: 5, multiple: 5 }, weight: 10 },
    { value: { minQuantity: 10, multiple: 1 }, weight: 10 },
  ],
  mostStock: 900,
  leadTimeDays: [2, 120],
  sized: true,
  perishable: false,
};
