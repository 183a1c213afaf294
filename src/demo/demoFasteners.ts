import { type DemoKind, type DemoShelf, kindOf } from "./demoKind.ts";
import { demoVendors, fastenerVendor } from "./demoVendors.ts";

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
export const demoFasteners: DemoShelf = {
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
