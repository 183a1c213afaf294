// The shelf of fasteners: cheap, new, with a certificate of conformity, mostly in packs.
import type { DemoKind, DemoShelf } from "./demoKind.ts";

const boltSpecs = [
  "cadmium-plated steel",
  "corrosion-resistant steel",
  "titanium, cetyl alcohol coated",
  "alloy steel, drilled head",
];
const rivetSpecs = ["aluminum alloy 2117", "aluminum alloy 7050", "nickel-copper alloy"];

const kinds: readonly DemoKind[] = [
  {
    names: ["RIVET,SOLID", "RIVET,SOLID,COUNTERSUNK"],
    unit: "EA",
    cents: [2, 28],
    specs: rivetSpecs,
    ata: 51,
  },
  {
    names: ["RIVET,BLIND", "RIVET,BLIND,FLUSH"],
    unit: "EA",
    cents: [18, 340],
    specs: rivetSpecs,
    ata: 51,
  },
  {
    names: ["BOLT,MACHINE", "BOLT,SHEAR", "BOLT,CLOSE TOLERANCE"],
    unit: "EA",
    cents: [45, 2_900],
    specs: boltSpecs,
    ata: 20,
  },
  { names: ["BOLT,EYE"], unit: "EA", cents: [380, 5_200], specs: boltSpecs, ata: 20 },
  {
    names: ["SCREW,MACHINE", "SCREW,CAP,SOCKET HEAD", "SCREW,SELF-TAPPING"],
    unit: "EA",
    cents: [8, 690],
    specs: ["100 degree flush head", "pan head", "hexagon head", 'No. 10-32, 1/2" long'],
    ata: 20,
  },
  {
    names: ["NUT,SELF-LOCKING,HEXAGON", "NUT,PLAIN,CASTELLATED", "NUT,PLATE"],
    unit: "EA",
    cents: [12, 1_150],
    specs: ["cadmium-plated steel", "A286 alloy, silver-plated", "floating, two lug"],
    ata: 20,
  },
  {
    names: ["WASHER,FLAT", "WASHER,LOCK", "WASHER,RECESSED"],
    unit: "EA",
    cents: [2, 95],
    specs: ["cadmium-plated steel", "corrosion-resistant steel", "aluminum alloy, anodized"],
    ata: 20,
  },
  {
    names: ["PIN,COTTER", "PIN,STRAIGHT,HEADED", "PIN,QUICK RELEASE"],
    unit: "EA",
    cents: [4, 4_200],
    specs: ["corrosion-resistant steel", "cadmium-plated steel"],
    ata: 20,
  },
  {
    names: ["RING,RETAINING", "RING,EXTERNALLY THREADED"],
    unit: "EA",
    cents: [15, 880],
    specs: ["carbon spring steel", "beryllium copper"],
    ata: 20,
  },
  {
    names: ["COLLAR,SWAGE LOCKING", "COLLAR,THREADED"],
    unit: "EA",
    cents: [22, 460],
    specs: ["aluminum alloy 2024", "titanium"],
    ata: 51,
  },
  {
    names: ["STUD,TURNLOCK FASTENER", "RECEPTACLE,TURNLOCK FASTENER"],
    unit: "EA",
    cents: [160, 2_700],
    specs: ["quarter turn, flush", "quarter turn, wing head"],
    ata: 53,
  },
  {
    names: ["INSERT,SCREW THREAD"],
    unit: "EA",
    cents: [30, 720],
    specs: ["free running", "self-locking"],
    ata: 20,
  },
  {
    names: ["CLAMP,LOOP", "CLAMP,BLOCK"],
    unit: "EA",
    cents: [75, 1_900],
    specs: ["cushioned, −55 to 200 °C", "cushioned, fuel resistant", "uncushioned"],
    ata: 20,
  },
  {
    names: ["SPACER,SLEEVE", "BUSHING,SLEEVE", "SHIM"],
    unit: "EA",
    cents: [90, 6_400],
    specs: ["aluminum bronze", "corrosion-resistant steel", "laminated, peelable"],
    ata: 20,
  },
];

/** Bolts, nuts, rivets and what else holds an airframe together. */
export const demoFasteners: DemoShelf = {
  kinds,
  weight: 36,
  uses: ["airframe structure", "engine accessories", "cabin interiors", "flight controls"],
  conditions: [{ value: "NE", weight: 1 }],
  certificates: [
    { value: "CoC", weight: 9 },
    { value: "FAA 8130-3", weight: 1 },
  ],
  packs: [
    { value: { minQuantity: 100, multiple: 100 }, weight: 45 },
    { value: { minQuantity: 1, multiple: 1 }, weight: 25 },
    { value: { minQuantity: 25, multiple: 25 }, weight: 12 },
    { value: { minQuantity: 500, multiple: 100 }, weight: 10 },
    { value: { minQuantity: 10, multiple: 1 }, weight: 8 },
  ],
  mostStock: 40_000,
  leadTimeDays: [3, 84],
  sized: true,
  perishable: false,
};
