// The shelf of materials: chemicals, which perish, and what is sold by length, roll or sheet.
import type { DemoKind, DemoShelf } from "./demoKind.ts";

const chemicals: readonly DemoKind[] = [
  {
    names: ["SEALING COMPOUND,POLYSULFIDE", "SEALING COMPOUND,POLYTHIOETHER"],
    unit: "KT",
    cents: [4_200, 38_000],
    specs: ["class A-2, brushable", "class B-1/2, two-part", "class B-2, premixed cartridge"],
    ata: 28,
  },
  {
    names: ["SEALING COMPOUND,SILICONE", "ADHESIVE,SILICONE RUBBER"],
    unit: "TU",
    cents: [1_100, 12_500],
    specs: ["one-part, room temperature curing", "high temperature, red"],
    ata: 20,
  },
  {
    names: ["ADHESIVE,EPOXY", "RESIN,EPOXY"],
    unit: "KT",
    cents: [2_800, 46_000],
    specs: ["two-part paste", "low viscosity laminating"],
    ata: 51,
  },
  {
    names: ["GREASE,AIRCRAFT", "GREASE,MOLYBDENUM DISULFIDE"],
    unit: "CA",
    cents: [1_400, 9_600],
    specs: ["synthetic, wide temperature range", "extreme pressure"],
    ata: 12,
  },
  {
    names: ["LUBRICATING OIL,AIRCRAFT TURBINE ENGINE"],
    unit: "QT",
    cents: [1_600, 4_800],
    specs: ["5 cSt synthetic", "high thermal stability"],
    ata: 79,
  },
  {
    names: ["HYDRAULIC FLUID,PETROLEUM BASE", "HYDRAULIC FLUID,PHOSPHATE ESTER"],
    unit: "GL",
    cents: [4_500, 21_000],
    specs: ["red", "purple, type IV"],
    ata: 29,
  },
  {
    names: ["CORROSION PREVENTIVE COMPOUND", "PRIMER COATING,EPOXY"],
    unit: "CN",
    cents: [2_100, 28_000],
    specs: ["water displacing", "chromate free"],
    ata: 51,
  },
  {
    names: ["CLEANING COMPOUND,SOLVENT", "LEAK DETECTION COMPOUND"],
    unit: "CN",
    cents: [900, 8_700],
    specs: ["low residue", "oxygen system compatible"],
    ata: 20,
  },
];

const bulk: readonly DemoKind[] = [
  {
    names: ["WIRE,ELECTRICAL", "CABLE,RADIO FREQUENCY"],
    unit: "FT",
    cents: [18, 980],
    specs: ["20 AWG, tin-plated copper", "22 AWG, two conductor, shielded", "50 ohm, 200 °C"],
    ata: 24,
  },
  {
    names: ["HOSE,NONMETALLIC", "INSULATION SLEEVING,ELECTRICAL", "ROPE,WIRE"],
    unit: "FT",
    cents: [45, 3_900],
    specs: ["low pressure", 'heat shrinkable, 1/4"', "7 by 19 strands"],
    ata: 20,
  },
  {
    names: ["WIRE,NONELECTRICAL", "TAPE,PRESSURE SENSITIVE ADHESIVE"],
    unit: "RL",
    cents: [900, 16_500],
    specs: ['safety, 0.032" diameter', "aluminum foil", "polyimide film"],
    ata: 20,
  },
  {
    names: ["SHEET,METAL", "SHEET,ACRYLIC"],
    unit: "SH",
    cents: [6_500, 94_000],
    specs: ["2024-T3, clad", "7075-T6, bare", "stretched"],
    ata: 51,
  },
  {
    names: ["CLOTH,GLASS FABRIC", "CLOTH,CARBON FABRIC"],
    unit: "YD",
    cents: [1_200, 14_000],
    specs: ["satin weave", "plain weave"],
    ata: 51,
  },
];

const common = {
  uses: ["airframe maintenance", "engine maintenance", "cabin refurbishment", "line stations"],
  conditions: [{ value: "NE", weight: 1 }],
  certificates: [
    { value: "CoC", weight: 19 },
    { value: "EASA Form 1", weight: 1 },
  ],
  leadTimeDays: [1, 45],
  sized: false,
} as const;

/** What is sealed, glued, greased, painted and cleaned with. */
export const demoChemicals: DemoShelf = {
  ...common,
  kinds: chemicals,
  weight: 8,
  packs: [
    { value: { minQuantity: 1, multiple: 1 }, weight: 60 },
    { value: { minQuantity: 6, multiple: 6 }, weight: 25 },
    { value: { minQuantity: 12, multiple: 12 }, weight: 15 },
  ],
  mostStock: 240,
  perishable: true,
};

/** What is cut to length or comes in rolls and sheets. */
export const demoBulkMaterials: DemoShelf = {
  ...common,
  kinds: bulk,
  weight: 6,
  packs: [
    { value: { minQuantity: 1, multiple: 1 }, weight: 50 },
    { value: { minQuantity: 25, multiple: 1 }, weight: 25 },
    { value: { minQuantity: 50, multiple: 50 }, weight: 25 },
  ],
  mostStock: 6_000,
  perishable: false,
};
