import { type DemoKind, type DemoShelf, kindOf } from "./demoKind.ts";
import { demoVendors } from "./demoVendors.ts";

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
export const demoConsumables: DemoShelf = {
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
