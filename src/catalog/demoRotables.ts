// The shelf of rotables: repaired and sold again, so offered in every condition, with a release paper.
import type { DemoKind, DemoShelf } from "./demoKind.ts";

/** A kind of rotable: all of them are sold each. */
function rotable(
  names: readonly string[],
  cents: DemoKind["cents"],
  ata: number,
  specs: readonly string[],
): DemoKind {
  return { names, unit: "EA", cents, specs, ata };
}

const direct = "28 VDC";
const alternating = "115 VAC, 400 Hz";

const kinds: readonly DemoKind[] = [
  rotable(["PUMP,FUEL BOOST", "PUMP,FUEL TRANSFER"], [180_000, 1_250_000], 28, [
    direct,
    alternating,
    "115 VAC, canister type",
  ]),
  rotable(["PUMP,HYDRAULIC", "PUMP,HYDRAULIC,MOTOR DRIVEN"], [420_000, 2_900_000], 29, [
    "3000 psi",
    "variable delivery",
    "5000 psi",
  ]),
  rotable(["VALVE,SOLENOID", "VALVE,SHUTOFF,FUEL"], [38_000, 620_000], 28, [
    direct,
    "normally closed, 28 VDC",
    "motor operated",
  ]),
  rotable(["VALVE,BUTTERFLY", "VALVE,BLEED AIR"], [290_000, 2_400_000], 36, [
    "3 in, pneumatic",
    "4 in, electrically controlled",
  ]),
  rotable(["VALVE,CHECK", "VALVE,RELIEF,PRESSURE"], [24_000, 210_000], 29, [
    "3000 psi",
    "low pressure",
  ]),
  rotable(["ACTUATOR,ELECTRO-MECHANICAL,LINEAR"], [240_000, 1_900_000], 27, [direct, alternating]),
  rotable(["ACTUATOR,HYDRAULIC", "SERVOCYLINDER,AILERON"], [510_000, 4_600_000], 27, [
    "dual tandem",
    "3000 psi",
  ]),
  rotable(["STARTER-GENERATOR,ENGINE", "GENERATOR,ALTERNATING CURRENT"], [620_000, 5_400_000], 24, [
    "30 V, 300 A",
    "40 kVA",
    "air cooled",
  ]),
  rotable(["INVERTER,POWER,STATIC", "TRANSFORMER-RECTIFIER UNIT"], [190_000, 1_600_000], 24, [
    "250 VA",
    "28 VDC, 200 A",
  ]),
  rotable(["TRANSMITTER,PRESSURE", "TRANSMITTER,FUEL QUANTITY"], [46_000, 480_000], 77, [
    "0 to 100 psi",
    "capacitance type",
  ]),
  rotable(
    ["INDICATOR,ATTITUDE", "INDICATOR,AIRSPEED", "ALTIMETER,PRESSURE"],
    [120_000, 1_700_000],
    34,
    ["3 in", "integrally lit, 5 V", "servoed"],
  ),
  rotable(["RECEIVER,NAVIGATION", "TRANSCEIVER,COMMUNICATION"], [260_000, 2_200_000], 34, [
    "panel mounted",
    "remote mounted",
  ]),
  rotable(["COMPUTER,AIR DATA", "DISPLAY UNIT,FLIGHT"], [680_000, 6_900_000], 34, [
    "digital",
    "liquid crystal, 8 by 8 in",
  ]),
  rotable(["DETECTOR,SMOKE", "DETECTOR,OVERHEAT"], [52_000, 390_000], 26, [
    "photoelectric",
    "lavatory",
    "continuous loop",
  ]),
  rotable(["BRAKE ASSEMBLY,WHEEL", "WHEEL,LANDING GEAR"], [390_000, 4_200_000], 32, [
    "main gear",
    "nose gear",
    "carbon, main gear",
  ]),
  rotable(["STRUT,LANDING GEAR", "ACTUATOR,LANDING GEAR"], [950_000, 9_800_000], 32, [
    "nose",
    "left main",
    "right main",
  ]),
  rotable(["HEAT EXCHANGER,AIR", "TURBINE,COOLING"], [340_000, 2_700_000], 21, [
    "primary",
    "secondary",
  ]),
  rotable(["REGULATOR,OXYGEN", "CYLINDER,OXYGEN"], [64_000, 580_000], 35, [
    "crew, diluter demand",
    "1850 psi, composite",
  ]),
  rotable(["LIGHT,LANDING", "LIGHT,ANTI-COLLISION", "LIGHT,NAVIGATION"], [18_000, 460_000], 33, [
    direct,
    "sealed beam, 600 W",
    "strobe",
  ]),
  rotable(["FUEL CONTROL,MAIN,TURBINE ENGINE"], [1_900_000, 9_600_000], 73, [
    "hydromechanical",
    "electronic interface",
  ]),
  rotable(["SENSOR,PROXIMITY", "PROBE,PITOT"], [29_000, 540_000], 34, ["heated", "two wire"]),
  rotable(["MOTOR,DIRECT CURRENT", "FAN,CENTRIFUGAL"], [78_000, 720_000], 21, [
    direct,
    "brushless",
  ]),
];

/** Pumps, valves, instruments and what else comes back from overhaul. */
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
  mostStock: 9,
  leadTimeDays: [10, 240],
  sized: false,
  perishable: false,
};
