import type { DemoKind, DemoShelf } from "./demoKind.ts";
import { demoVendors } from "./demoVendors.ts";

const chemicals: readonly DemoKind[] = [
  {
    names: {
      "SEALING COMPOUND,POLYSULFIDE": ["class A-2, brushable", "class B-1/2, two-part"],
      "SEALING COMPOUND,POLYTHIOETHER": ["class B-2, two-part", "class C-8, two-part"],
      "ADHESIVE,EPOXY": ["two-part paste", "thixotropic"],
      "RESIN,EPOXY": ["low viscosity, laminating"],
    },
    unit: "KT",
    cents: [2_800, 46_000],
    ata: 51,
  },
  {
    names: {
      "SEALING COMPOUND,SILICONE": ["one-part, room temperature curing", "red, high temperature"],
      "ADHESIVE,SILICONE RUBBER": ["one-part, translucent"],
    },
    unit: "TU",
    cents: [1_100, 12_500],
    ata: 20,
  },
  {
    names: {
      "GREASE,AIRCRAFT": ["synthetic, wide temperature range", "extreme pressure"],
      "GREASE,MOLYBDENUM DISULFIDE": ["black, for high loads"],
    },
    unit: "CA",
    cents: [1_400, 9_600],
    ata: 12,
  },
  {
    names: { "LUBRICATING OIL,AIRCRAFT TURBINE ENGINE": ["5 cSt", "high thermal stability"] },
    unit: "QT",
    cents: [1_600, 4_800],
    ata: 79,
  },
  {
    names: {
      "HYDRAULIC FLUID,PETROLEUM BASE": ["red"],
      "HYDRAULIC FLUID,PHOSPHATE ESTER": ["purple, type IV", "purple, type V"],
    },
    unit: "GL",
    cents: [4_500, 21_000],
    ata: 29,
  },
  {
    names: {
      "CORROSION PREVENTIVE COMPOUND": ["water displacing", "wax, heavy film"],
      "PRIMER COATING,EPOXY": ["chromate free", "low infrared"],
      "CLEANING COMPOUND,SOLVENT": ["low residue"],
      "LEAK DETECTION COMPOUND": ["oxygen system compatible"],
    },
    unit: "CN",
    cents: [900, 28_000],
    ata: 51,
  },
];

const bulkMaterials: readonly DemoKind[] = [
  {
    names: {
      "WIRE,ELECTRICAL": ["20 AWG, tin-plated copper", "22 AWG, two conductor, shielded"],
      "CABLE,RADIO FREQUENCY": ["50 ohm, 200 °C", "75 ohm"],
      "INSULATION SLEEVING,ELECTRICAL": ['heat shrinkable, 1/4"', "braided"],
    },
    unit: "FT",
    cents: [18, 980],
    ata: 24,
  },
  {
    names: {
      "HOSE,NONMETALLIC": ["low pressure", "fuel resistant"],
      "ROPE,WIRE": ["7 by 19 strands", "7 by 7 strands, lubricated"],
    },
    unit: "FT",
    cents: [140, 3_900],
    ata: 20,
  },
  {
    names: {
      "WIRE,NONELECTRICAL": ['safety, 0.032" diameter', 'safety, 0.020" diameter'],
      "TAPE,PRESSURE SENSITIVE ADHESIVE": ["aluminum foil", "polyimide film"],
    },
    unit: "RL",
    cents: [900, 16_500],
    ata: 20,
  },
  {
    names: {
      "SHEET,METAL": ["2024-T3, clad", "7075-T6, bare"],
      "SHEET,ACRYLIC": ["stretched", "cast"],
    },
    unit: "SH",
    cents: [6_500, 94_000],
    ata: 51,
  },
  {
    names: {
      "CLOTH,GLASS FABRIC": ["satin weave", "plain weave"],
      "CLOTH,CARBON FABRIC": ["plain weave", "2 by 2 twill"],
    },
    unit: "YD",
    cents: [1_200, 14_000],
    ata: 51,
  },
];

const common = {
  uses: ["airframe maintenance", "engine maintenance", "line stations", "repair shops"],
  vendors: [...demoVendors, { value: "Made-up Materials & Chemicals", weight: 30 }],
  conditions: [{ value: "NE", weight: 1 }],
  certificates: [
    { value: "CoC", weight: 19 },
    { value: "EASA Form 1", weight: 1 },
  ],
  leadTimeDays: [1, 45],
} as const;

/** Sealants, adhesives, greases, paints and cleaners, with a shelf life. */
export const demoChemicals: DemoShelf = {
  ...common,
  kinds: chemicals,
  weight: 8,
  manufacturers: ["Specimen Chemical", "Made-up Coatings & Compounds"],
  packs: [
    { value: { minQuantity: 1, multiple: 1 }, weight: 60 },
    { value: { minQuantity: 6, multiple: 6 }, weight: 25 },
    { value: { minQuantity: 12, multiple: 12 }, weight: 15 },
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
    { value: { minQuantity: 1, multiple: 1 }, weight: 50 },
    { value: { minQuantity: 25, multiple: 1 }, weight: 25 },
    { value: { minQuantity: 50, multiple: 50 }, weight: 25 },
  ],
  maxStock: 6_000,
  perishable: false,
};

export const demoMaterials: readonly DemoShelf[] = [demoChemicals, demoBulkMaterials];
