import { type DemoKind, type DemoShelf, kindOf } from "./demoKind.ts";
import { demoVendors, rotableVendor } from "./demoVendors.ts";

const direct = "28 VDC";
const alternating = "115 VAC, 400 Hz";

const kinds: readonly DemoKind[] = [
  kindOf("EA", [180_000, 1_250_000], 28, {
    "PUMP,FUEL BOOST": [direct, alternating, "115 VAC, canister type"],
    "PUMP,FUEL TRANSFER": [direct, alternating],
  }),
  kindOf("EA", [420_000, 2_900_000], 29, {
    "PUMP,HYDRAULIC": ["3000 psi", "5000 psi, variable delivery"],
    "PUMP,HYDRAULIC,MOTOR DRIVEN": [alternating],
  }),
  kindOf("EA", [38_000, 620_000], 28, {
    "VALVE,SOLENOID": [direct, "normally closed, 28 VDC"],
    "VALVE,SHUTOFF,FUEL": ["motor operated, 28 VDC", "manually operated"],
  }),
  kindOf("EA", [290_000, 2_400_000], 36, {
    "VALVE,BUTTERFLY": ["3 in, pneumatic", "4 in, electrically controlled"],
    "VALVE,BLEED AIR": ["high stage", "pressure regulating"],
  }),
  kindOf("EA", [24_000, 210_000], 29, {
    "VALVE,CHECK": ["3000 psi", "low pressure"],
    "VALVE,RELIEF,PRESSURE": ["3650 psi", "thermal"],
  }),
  kindOf("EA", [240_000, 4_600_000], 27, {
    "ACTUATOR,ELECTRO-MECHANICAL,LINEAR": [direct, alternating],
    "ACTUATOR,HYDRAULIC": ["dual tandem", "3000 psi"],
  }),
  kindOf("EA", [620_000, 5_400_000], 24, {
    "STARTER-GENERATOR,ENGINE": ["30 V, 300 A", "30 V, 400 A, air cooled"],
    "GENERATOR,ALTERNATING CURRENT": ["40 kVA", "90 kVA, oil cooled"],
  }),
  kindOf("EA", [190_000, 1_600_000], 24, {
    "INVERTER,POWER,STATIC": ["250 VA", "1000 VA"],
    "TRANSFORMER-RECTIFIER UNIT": ["28 VDC, 200 A", "28 VDC, 100 A"],
  }),
  kindOf("EA", [46_000, 480_000], 77, {
    "TRANSMITTER,PRESSURE": ["0 to 100 psi", "0 to 4000 psi"],
    "TRANSMITTER,FUEL QUANTITY": ["capacitance type"],
  }),
  kindOf("EA", [120_000, 1_700_000], 34, {
    "INDICATOR,ATTITUDE": ["3 in", "4 in, integrally lit"],
    "INDICATOR,AIRSPEED": ["integrally lit, 5 V", "servoed"],
    "ALTIMETER,PRESSURE": ["encoding", "servoed"],
  }),
  kindOf("EA", [260_000, 2_200_000], 34, {
    "RECEIVER,NAVIGATION": ["panel mounted", "remote mounted"],
    "TRANSCEIVER,COMMUNICATION": ["25 kHz and 8.33 kHz spacing", "remote mounted"],
  }),
  kindOf("EA", [680_000, 6_900_000], 34, {
    "COMPUTER,AIR DATA": ["digital", "with altitude reporting"],
    "DISPLAY UNIT,FLIGHT": ["liquid crystal, 8 by 8 in", "liquid crystal, 6 by 8 in"],
  }),
  kindOf("EA", [52_000, 390_000], 26, {
    "DETECTOR,SMOKE": ["photoelectric", "lavatory"],
    "DETECTOR,OVERHEAT": ["continuous loop", "spot type"],
  }),
  kindOf("EA", [390_000, 4_200_000], 32, {
    "BRAKE ASSEMBLY,WHEEL": ["steel, main gear", "carbon, main gear"],
    "WHEEL,LANDING GEAR": ["main", "nose"],
  }),
  kindOf("EA", [950_000, 9_800_000], 32, {
    "STRUT,LANDING GEAR": ["nose", "left main", "right main"],
    "ACTUATOR,LANDING GEAR": ["retraction", "uplock"],
  }),
  kindOf("EA", [340_000, 2_700_000], 21, {
    "HEAT EXCHANGER,AIR": ["primary", "secondary"],
    "TURBINE,COOLING": ["air bearing", "three wheel"],
  }),
  kindOf("EA", [64_000, 580_000], 35, {
    "REGULATOR,OXYGEN": ["crew, diluter demand", "continuous flow"],
    "CYLINDER,OXYGEN": ["1850 psi, composite", "1850 psi, steel"],
  }),
  kindOf("EA", [18_000, 460_000], 33, {
    "LIGHT,LANDING": ["sealed beam, 600 W", "retractable"],
    "LIGHT,ANTI-COLLISION": ["strobe, white", "beacon, red"],
    "LIGHT,NAVIGATION": ["left, red", "right, green"],
  }),
  kindOf("EA", [1_900_000, 9_600_000], 73, {
    "FUEL CONTROL,MAIN,TURBINE ENGINE": ["hydromechanical", "electronic interface"],
  }),
  kindOf("EA", [29_000, 540_000], 34, {
    "PROBE,PITOT": ["heated, 28 VDC", "heated, 115 VAC"],
    "SENSOR,PROXIMITY": ["two wire", "three wire"],
  }),
  kindOf("EA", [78_000, 720_000], 21, {
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
  vendors: {
    ...demoVendors,
    [rotableVendor]: 25,
    "Specimen Turbine Spares": 12,
    "Example Avionics Stockist": 10,
  },
  conditions: { NE: 28, OH: 30, SV: 24, AR: 12, RP: 4, NS: 2 },
  certificates: { "FAA 8130-3": 6, "EASA Form 1": 4 },
  packs: [{ minQuantity: 1, multiple: 1, weight: 1 }],
  maxStock: 9,
  leadTimeDays: [10, 240],
  perishable: false,
};
