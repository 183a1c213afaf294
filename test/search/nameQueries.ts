// The queries of the quality set: what a buyer types, and the name of the part that must
// come first. An empty name means that nothing may be found.

/** A query; one that is `must` may not fail, the others are desirable. */
export type NameQuery = {
  readonly kind: string;
  readonly entry: string;
  readonly first: string;
  readonly must: boolean;
};

const tables: Readonly<Record<string, string>> = {
  exact: `
    BEARING,BALL,ANNULAR|BOLT,EYE|BRACKET|GASKET|O-RING|PUMP,FUEL|FILTER,FLUID|SHIM|ARM ASSY,RH
    VALVE,BUTTERFLY|ARM ASSY,LH|SEALS,DOOR|DISC,BRAKE|BRAKE,MULTIPLE DISK|BUS,CONDUCTOR
    RIVET,SOLID`,
  order: `
    annular ball bearing > BEARING,BALL,ANNULAR|eye bolt > BOLT,EYE|fuel pump > PUMP,FUEL?
    flat washer > WASHER,FLAT|lock washer > WASHER,LOCK|blind rivet > RIVET,BLIND
    solenoid valve > VALVE,SOLENOID|needle roller bearing > BEARING,ROLLER,NEEDLE
    rod end bearing > BEARING,PLAIN,ROD END|rod end plain bearing > BEARING,PLAIN,ROD END
    toggle switch > SWITCH,TOGGLE|cotter pin > PIN,COTTER|machine screw > SCREW,MACHINE
    machine bolt > BOLT,MACHINE|door latch > LATCH,DOOR|voltage regulator > REGULATOR,VOLTAGE
    preformed packing > PACKING,PREFORMED|retaining ring > RING,RETAINING|spur gear > GEAR,SPUR
    woodruff key > KEY,WOODRUFF|power transformer > TRANSFORMER,POWER
    aircraft window > WINDOW,AIRCRAFT|fuel quantity indicator > INDICATOR,FUEL QUANTITY
    hexagon plain nut > NUT,PLAIN,HEXAGON|self-locking plate nut > NUT,SELF-LOCKING,PLATE
    loop clamp > CLAMP,LOOP|chip detector > DETECTOR,CHIP|aircraft fuel tank > TANK,FUEL,AIRCRAFT
    radio receiver-transmitter > RECEIVER-TRANSMITTER,RADIO|angle bracket > BRACKET,ANGLE
    safety relief valve > VALVE,SAFETY RELIEF|direct current generator > GENERATOR,DIRECT CURRENT
    junction box assembly > BOX ASSEMBLY,JUNCTION|landing gear wheel > WHEEL,LANDING GEAR`,
  plural: `
    BOLTS,EYE > BOLT,EYE|eye bolts > BOLT,EYE|brackets > BRACKET|gaskets > GASKET|o-rings > O-RING
    washers, flat > WASHER,FLAT|flat washers > WASHER,FLAT|toggle switches > SWITCH,TOGGLE
    box assemblies > BOX ASSEMBLY,JUNCTION|boxes, junction > BOX ASSEMBLY,JUNCTION
    tube assemblies > TUBE ASSEMBLY,METAL|hose assemblies > HOSE ASSEMBLY,NONMETALLIC
    batteries storage > BATTERY,STORAGE|buses conductor > BUS,CONDUCTOR|fuses > FUSE,CARTRIDGE
    light lenses > LENS,LIGHT|lenses > LENS,LIGHT|cotter pins > PIN,COTTER
    keys woodruff > KEY,WOODRUFF|bushings, sleeve > BUSHING,SLEEVE
    bearings, roller > BEARING,ROLLER,NEEDLE|shims > SHIM|door seal > SEALS,DOOR
    seal, door > SEALS,DOOR|trim strip > TRIM STRIPS|antennas > ANTENNA|latches > LATCH,DOOR
    hinges > HINGE,BUTT|knives > KNIFE,HARNESS CUTTING|shelves > SHELF,STOWAGE
    circuit breakers > CIRCUIT BREAKER|glasses windshield > GLASS,WINDSHIELD
    starter engine clutch > STARTER,ENGINE|fire extinguisher cartridge > EXTINGUISHER,FIRE
    rivets blind > RIVET,BLIND|valves, check > VALVE,CHECK|check valves > VALVE,CHECK`,
  abbreviation: `
    BRG,BALL,ANNULAR > BEARING,BALL,ANNULAR|brg needle > BEARING,ROLLER,NEEDLE
    SCR,MACHINE > SCREW,MACHINE|brgs roller > BEARING,ROLLER,NEEDLE|VLV,SOLENOID > VALVE,SOLENOID
    sol vlv > VALVE,SOLENOID|PMP,FUEL > PUMP,FUEL|FLTR,FLUID > FILTER,FLUID
    filt elem fluid > FILTER ELEMENT,FLUID|GSKT > GASKET|gskts > GASKET|WSHR,FLAT > WASHER,FLAT
    BRKT > BRACKET|brkt mtg > BRACKET,MOUNTING|BRKT,ANGLE > BRACKET,ANGLE
    HSG,BEARING UNIT > HOUSING,BEARING UNIT|hsg brg > HOUSING,BEARING UNIT
    BOX ASSY,JUNCTION > BOX ASSEMBLY,JUNCTION|tube assy > TUBE ASSEMBLY,METAL
    cyl assy linear > CYLINDER ASSEMBLY,ACTUATING,LINEAR|ACTR,HYD > ACTUATOR,HYDRAULIC
    hyd pump > HYD PMP,STANDBY|PUMP,HYD > PUMP,HYDRAULIC|hyd reservoir > RESERVOIR,HYDRAULIC
    XMTR,PRESS > TRANSMITTER,PRESSURE|xmtr pressure > TRANSMITTER,PRESSURE
    XFMR,POWER > TRANSFORMER,POWER|pwr xfmr > TRANSFORMER,POWER|sw toggle > SWITCH,TOGGLE
    SW,PUSH > SWITCH,PUSH|rly electromagnetic > RELAY,ELECTROMAGNETIC
    reg voltage > REGULATOR,VOLTAGE|conn plug elec > CONNECTOR,PLUG,ELECTRICAL
    temp sensor > SENSOR,TEMPERATURE|batt storage > BATTERY,STORAGE
    hose assy > HOSE ASSEMBLY,NONMETALLIC|cplg tube > COUPLING,TUBE
    arm assembly left hand > ARM ASSY,LH|right hand arm assembly > ARM ASSY,RH
    arm lh > ARM ASSY,LH|bracket assembly seat track > BRKT ASSY,SEAT TRACK
    oxygen cylinder > CYL,OXY|cylinder, oxygen > CYL,OXY|hydraulic pump standby > HYD PMP,STANDBY
    installation galley > INSTL,GALLEY|SPR,HELICAL > SPRING,HELICAL,COMPRESSION
    panel assembly overhead > PNL ASSY,OVERHEAD|screw quick release > SCR,QUICK RELEASE
    ckt brkr > CIRCUIT BREAKER|nut hex plain > NUT,PLAIN,HEXAGON
    elec control panel > PANEL,CONTROL,ELECTRICAL-ELECTRONIC EQUIPMENT
    gen tach > TACHOMETER GENERATOR|mtr alternating current > MOTOR,ALTERNATING CURRENT
    oring > O-RING|insul blanket > INSULATION BLANKET,THERMAL
    skt head cap screw > SCREW,CAP,SOCKET HEAD`,
  spelling: `
    pressure gauge > GAGE,PRESSURE,DIAL INDICATING|tyre aircraft > TIRE,PNEUMATIC,AIRCRAFT
    adaptor straight > ADAPTER,STRAIGHT,TUBE TO BOSS|brake disk > DISC,BRAKE?
    disk,brake > DISC,BRAKE|color marking sleeve > SLEEVES,COLOUR MARKING`,
  accent: `
    lager kugel > Läger,Kugel|LÄGER,KUGEL > Läger,Kugel|kugel läger > Läger,Kugel
    etrier de frein > Étrier de frein|ÉTRIER DE FREIN > Étrier de frein
    frein étrier > Étrier de frein|olkuhler > Ölkühler|ÖLKÜHLER > Ölkühler
    gehause grossrad > Gehäuse,Großrad`,
  partial: `
    beari > BEARING,*|bearing,ball,ann > BEARING,BALL,ANNULAR?|solenoid val > VALVE,SOLENOID
    radom > RADOME|circuit brea > CIRCUIT BREAKER|washer,fl > WASHER,FLAT|rivet bl > RIVET,BLIND
    assembl junction >|junction assembl > BOX ASSEMBLY,JUNCTION|gask > GASKET?
    thermost > SWITCH,THERMOSTATIC|packing pre > PACKING,PREFORMED
    helical spri > SPRING,HELICAL,COMPRESSION|tachom > TACHOMETER GENERATOR
    power trans > TRANSFORMER,POWER|butterfly v > VALVE,BUTTERFLY?|extingui > EXTINGUISHER,FIRE
    br > BR*|voltage regul > REGULATOR,VOLTAGE|ölk > Ölkühler`,
  NSN: `
    0000012345678 > VALVE,BUTTERFLY|0000-01-234-5678 > VALVE,BUTTERFLY
    01-234-5678 > VALVE,BUTTERFLY|NSN 0000-01-234-5678 > VALVE,BUTTERFLY
    nsn:0000-01-234-5679 > VALVE,BUTTERFLY,PNEUMATIC|NSN0000012345678 > VALVE,BUTTERFLY
    012345678 > VALVE,BUTTERFLY|NIIN 99-765-4321 > COOLER,LUBRICATING OIL
    997654321 > COOLER,LUBRICATING OIL|0000 99 765 4321 > COOLER,LUBRICATING OIL
    0000\u201101\u2011234\u20115679 > VALVE,BUTTERFLY,PNEUMATIC|1111-01-234-5678 >
    NSN 0000-01-234-567 >`,
  CAGE: `
    CAGE 1EX01 > *|valve butterfly cage 2EX02 > VALVE,BUTTERFLY,PNEUMATIC
    butterfly 1ex01 > VALVE,BUTTERFLY|CAGE:2EX02 oil cooler > COOLER,LUBRICATING OIL
    2EX02 cooler > COOLER,LUBRICATING OIL|fan impeller cage code 1EX01 > IMPELLER,FAN
    oil cooler cage 1EX01 >|cage bearing > CAGE,BEARING|bearing cage > CAGE,BEARING
    brass cage > CAGE,BEARING`,
  case: `
    Bolt,Eye > BOLT,EYE|bOlT eYe > BOLT,EYE|circuit breaker > CIRCUIT BREAKER|o-ring > O-RING
    Bearing, Ball, Annular > BEARING,BALL,ANNULAR|Brg,Sleeve > BEARING,SLEEVE`,
  punctuation: `
    BOLT, EYE > BOLT,EYE|BOLT - EYE > BOLT,EYE|BOLT/EYE > BOLT,EYE|"BOLT;EYE" > BOLT,EYE
    O RING > O-RING|nut, self locking, plate > NUT,SELF-LOCKING,PLATE
    nut selflocking plate > NUT,SELF-LOCKING,PLATE|(WASHER) FLAT! > WASHER,FLAT
    electro mechanical linear actuator > ACTUATOR,ELECTRO-MECHANICAL,LINEAR
    ＷＡＳＨＥＲ，ＦＬＡＴ > WASHER,FLAT|'washer' & !flat > WASHER,FLAT`,
  description: `
    halon 1301 > EXTINGUISHER,FIRE|starter 28 V > STARTER,ENGINE
    cooling turbine impeller > IMPELLER,FAN|einreihig > Läger,Kugel|galley thermos > BOTTLE`,
  absent: `
    bolted eye >|boltz eye >|fuel pump valve >|bearin ball >|electronic pump >|capacitor >|vlvv >
    gla windshield >|buse conductor >`,
  good: `
    fuel pumpe > PUMP,FUEL|solenoide valve > VALVE,SOLENOID|nutplate > NUT,SELF-LOCKING,PLATE`,
};

/** `a > b`, or a name that is its own answer; with `b?` any answer that starts with it counts. */
function readQuery(kind: string, text: string): NameQuery {
  const [entry = "", first = entry] = text.split(/ ?>(?: |$)/);
  return { kind, entry, first: first.replace(/\?$/, "*"), must: kind !== "good" };
}

/** All queries; a first name that ends in `*` matches any name that starts with it. */
export const nameQueries: readonly NameQuery[] = Object.entries(tables).flatMap(([kind, table]) =>
  table
    .trim()
    .split(/[|\n]/)
    .map((text) => readQuery(kind, text.trim())),
);
