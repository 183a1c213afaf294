import type { DemoKind, DemoShelf } from "./demoKind.ts";
import { demoVendors, rotableVendor } from "./demoVendors.ts";

function rotable(
  cents: DemoKind["cents"],
  ata: number,
  names: Readonly<Record<string, readonly string[]>>,
): DemoKind {
  return { names, unit: "EA", cents, ata };
}

const direct = "28 VDC";
const alternating = "115 VAC, 400 Hz";

const kinds: readonly DemoKind[] = [
  rotable([180_000, 1_250_000], 28, {
    "PUMP,FUEL BOOST": [direct, alternating, "115 VAC, canister type"],
    "PUMP,FUEL TRANSFER": [direct, alternating],
  }),
  rotable([420_000, 2_900_000], 29, {
    "PUMP,HYDRAULIC": ["3000 psi", "5000 psi, variable delivery"],
    "PUMP,HYDRAULIC,MOTOR DRIVEN": [alternating],
  }),
  rotable([38_000, 620_000], 28, {
    "VALVE,SOLENOID": [direct, "normally closed, 28 VDC"],
    "VALVE,SHUTOFF,FUEL": ["motor operated, 28 VDC", "manually operated"],
  }),
  rotable([290_000, 2_400_000], 36, {
    "VALVE,BUTTERFLY": ["3 in, pneumatic", "4 in, electrically controlled"],
    "VALVE,BLEED AIR": ["high stage", "pressure regulating"],
  }),
  rotable([24_000, 210_000], 29, {
    "VALVE,CHECK": ["3000 psi", "low pressure"],
    "VALVE,RELIEF,PRESSURE": ["3650 psi", "thermal"],
  }),
  rotable([240_000, 4_600_000], 27, {
    "ACTUATOR,ELECTRO-MECHANICAL,LINEAR": [direct, alternating],
    "ACTUATOR,HYDRAULIC": ["dual tandem", "3000 psi"],
  }),
  rotable([620_000, 5_400_000], 24, {
    "STARTER-GENERATOR,ENGINE": ["30 V, 300 A", "30 V, 400 A, air cooled"],
    "GENERATOR,ALTERNATING CURRENT": ["40 kVA", "90 kVA, oil cooled"],
  }),
  rotable([190_000, 1_600_000], 24, {
    "INVERTER,POWER,STATIC": ["250 VA", "1000 VA"],
    "TRANSFORMER-RECTIFIER UNIT": ["28 VDC, 200 A", "28 VDC, 100 A"],
  }),
  rotable([46_000, 480_000], 77, {
    "TRANSMITTER,PRESSURE": ["0 to 100 psi", "0 to 4000 psi"],
    "TRANSMITTER,FUEL QUANTITY": ["capacitance type"],
  }),
  rotable([120_000, 1_700_000], 34, {
    "INDICATOR,ATTITUDE": ["3 in", "4 in, integrally lit"],
    "INDICATOR,AIRSPEED": ["integrally lit, 5 V", "servoed"],
    "ALTIMETER,PRESSURE": ["encoding", "servoed"],
  }),
  rotable([260_000, 2_200_000], 34, {
    "RECEIVER,NAVIGATION": ["panel mounted", "remote mounted"],
    "TRANSCEIVER,COMMUNICATION": ["25 kHz and 8.33 kHz spacing", "remote mounted"],
  }),
  rotable([680_000, 6_900_000], 34, {
    "COMPUTER,AIR DATA": ["digital", "with altitude reporting"],
    "DISPLAY UNIT,FLIGHT": ["liquid crystal, 8 by 8 in", "liquid crystal, 6 by 8 in"],
  }),
  rotable([52_000, 390_000], 26, {
    "DETECTOR,SMOKE": ["photoelectric", "lavatory"],
    "DETECTOR,OVERHEAT": ["continuous loop", "spot type"],
  }),
  rotable([390_000, 4_200_000], 32, {
    "BRAKE ASSEMBLY,WHEEL": ["steel, main gear", "carbon, main gear"],
    "WHEEL,LANDING GEAR": ["main", "nose"],
  }),
  rotable([950_000, 9_800_000], 32, {
    "STRUT,LANDING GEAR": ["nose", "left main", "right main"],
    "ACTUATOR,LANDING GEAR": ["retraction", "uplock"],
  }),
  rotable([340_000, 2_700_000], 21, {
    "HEAT EXCHANGER,AIR": ["primary", "secondary"],
    "TURBINE,COOLING": ["air bearing", "three wheel"],
  }),
  rotable([64_000, 580_000], 35, {
    "REGULATOR,OXYGEN": ["crew, diluter demand", "continuous flow"],
    "CYLINDER,OXYGEN": ["1850 psi, composite", "1850 psi, steel"],
  }),
  rotable([18_000, 460_000], 33, {
    "LIGHT,LANDING": ["sealed beam, 600 W", "retractable"],
    "LIGHT,ANTI-COLLISION": ["strobe, white", "beacon, red"],
    "LIGHT,NAVIGATION": ["left, red", "right, green"],
  }),
  rotable([1_900_000, 9_600_000], 73, {
    "FUEL CONTROL,MAIN,TURBINE ENGINE": ["hydromechanical", "electronic interface"],
  }),
  rotable([29_000, 540_000], 34, {
    "PROBE,PITOT": ["heated, 28 VDC", "heated, 115 VAC"],
    "SENSOR,PROXIMITY": ["two wire", "three wire"],
  }),
  rotable([78_000, 720_000], 21, {
    "MOTOR,DIRECT CURRENT": [direct, "brushless"],
    "FAN,CENTRIFUGAL": [alternating, "recirculation"],
  }),
];

/** Pumps, valves and instruments: repaired and sold in every condition, with a certificate. */
export const demoRotables: DemoShelf = {
  kinds,
  weight: 18,
  uses: [
    "regional jets",
    "turboprops",
    "narrow-body aircraft",
    "wide-body aircraft",
    "business jets",
    "helicopters",
  ],
  manufacturers: [
    "Example Aerospace Works",
    "Invented Flight Systems",
    "Placeholder Systems",
    "Imaginary Accessories",
    "Specimen Aviation",
    "Fictional Equipment",
  ],
  vendors: [
    ...demoVendors,
    { value: rotableVendor, weight: 25 },
    { value: "Specimen Turbine Spares", weight: 12 },
    { value: "Example Avionics Stockist", weight: 10 },
  ],
  conditions: [
    { value: "NE", weight: 28 },
    { value: "OH", weight: 30 },
    { value: "SV", weight: 24 },
    { value: "AR", weight: 12 },
    { value: "RP", weight: 4 },
    { value: "NS", weight: 2 },
  ],
  certificates: [
    { value: "FAA 8130-3", weight: 6 },
    { value: "EASA Form 1", weight: 4 },
  ],
  packs: [{ value: { minQuantity: 1, multiple: 1 }, weight: 1 }],
  maxStock: 9,
  leadTimeDays: [10, 240],
  perishable: false,
};
