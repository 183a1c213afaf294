import { type DemoKind, type DemoShelf, kindOf } from "./demoKind.ts";
import { demoVendors } from "./demoVendors.ts";

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
export const demoChemicals: DemoShelf = {
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
export const demoBulkMaterials: DemoShelf = {
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
