// What mechanics ask for, and the public item names that are right: `query > NAME / NAME`, where a
// name that ends in `*` is any that begins so.

export type MechanicsQuery = { readonly entry: string; readonly right: readonly string[] };

const table = `
  goupille fendue > PIN,COTTER | Unterlegscheibe > WASHER,FLAT / WASHER,LOCK
  abrazadera > CLAMP* | écrou > NUT* | tuercas > NUT* | Rückschlagventil > VALVE,CHECK
  split pin > PIN,COTTER | split pins > PIN,COTTER | cotter key > PIN,COTTER
  roll pin > PIN,SPRING | castle nut > NUT,PLAIN,CASTELLATED | jam nut > NUT,PLAIN,HEXAGON
  nyloc nut > NUT,SELF-LOCKING* | nylock > NUT,SELF-LOCKING* | anchor nut > NUT,SELF-LOCKING,PLATE
  nut plate > NUT,SELF-LOCKING,PLATE | nutplate > NUT,SELF-LOCKING,PLATE | pop rivet > RIVET,BLIND
  cherry rivet > RIVET,BLIND | cherrymax > RIVET,BLIND | rivnut > NUT,PLAIN,BLIND RIVET
  allen screw > SCREW,CAP,SOCKET HEAD | allen bolt > SCREW,CAP,SOCKET HEAD | grub screw > SETSCREW
  set screw > SETSCREW | sheet metal screw > SCREW,TAPPING | self tapping screw > SCREW,TAPPING
  phillips screw > SCREW,MACHINE | an bolt > BOLT,MACHINE
  close tolerance bolt > BOLT,CLOSE TOLERANCE | u bolt > BOLT,U | eyebolt > BOLT,EYE
  pip pin > PIN,QUICK RELEASE | fender washer > WASHER,FLAT | split washer > WASHER,LOCK
  snap ring > RING,RETAINING / SNAP RINGS | circlip > RING,RETAINING
  o-ring > O-RING / PACKING,PREFORMED | o rings > O-RING / PACKING,PREFORMED
  orings > O-RING / PACKING,PREFORMED | backup ring > RETAINER,PACKING
  lip seal > SEAL,PLAIN ENCASED | oil seal > SEAL,PLAIN ENCASED
  heim joint > BEARING,PLAIN,ROD END | rod end > BEARING,PLAIN,ROD END / CLEVIS,ROD END
  rose joint > BEARING,PLAIN,ROD END | uniball > BEARING,PLAIN,SELF-ALIGNING
  needle bearing > BEARING,ROLLER,NEEDLE / BEARING, ROLLER, NEEDLE | adel clamp > CLAMP,LOOP
  p clamp > CLAMP,LOOP | p-clip > CLAMP,LOOP | jubilee clip > CLAMP,HOSE
  v band clamp > COUPLING,CLAMP,GROOVED | velcro > FASTENER TAPE,HOOK* | piano hinge > HINGE,BUTT
  d ring > RING,DEE | quick disconnect > COUPLING HALF,QUICK DISCONNECT / PLUG,QUICK DISCONNECT
  flex hose > HOSE* | bellcrank > BELL CRANK | turn buckle > TURNBUCKLE | shim stock > SHIM
  press stud > STUD,SNAP FASTENER | cannon plug > CONNECTOR,PLUG,ELECTRICAL / ELEC CONNECTOR
  amphenol plug > CONNECTOR,PLUG,ELECTRICAL | ckt bkr > CIRCUIT BREAKER | c/b > CIRCUIT BREAKER
  circuit bkr > CIRCUIT BREAKER | ring terminal > TERMINAL,LUG | wire loom > WIR*
  xpdr > TRANSPONDER | transponders > TRANSPONDER
  transceiver > TRANSCEIVER / RECEIVER-TRANSMITTER* | fdr > RECORDER,FLIGHT DATA
  black box > RECORDER,FLIGHT DATA | cvr > RECORDER,COCKPIT VOICE | elt > ELT
  emergency locator transmitter > ELT | adiru > ADIRU | prox > PROXIMITY SENSOR
  prox sensor > PROXIMITY SENSOR | prox switch > PROXIMITY SENSOR / SWITCH,PROXIMITY | pseu > PSEU
  proximity switch electronics unit > PSEU | aoa vane > AOA | pitot probe > PITOT TUBE
  artificial horizon > INDICATOR,ATTITUDE | vsi > INDICATOR,VERTICAL VELOCITY
  asi > INDICATOR,AIR SPEED | airspeed indicator > INDICATOR,AIR SPEED
  turn and bank > INDICATOR,TURN AND SLIP | tacho > INDICATOR,ELECTRICAL TACHOMETER / TACHOMETER*
  whiskey compass > COMPASS,MAGNETIC* | gps > NAVIGATION SET,SATELLITE SIGNALS | gen > GENERATOR*
  volt reg > REGULATOR,VOLTAGE | static inverter > STATIC INVERTER | nicad > BATTERY,STORAGE
  nav light > LIGHT,NAVIGATIONAL,AIRCRAFT | light bulb > LAMP,INCANDESCENT / BULB | idg > IDG
  integrated drive generator > IDG | acm > ACM | air cycle machine > ACM | eec > EEC
  electronic engine control > EEC | hmu > HMU | hydromechanical unit > HMU | apu > APU
  auxiliary power unit > APU | fcu > FUEL CONTROL* / FCU | heat exch > HEAT EXCHANGER
  shut off valve > SHUTOFF VALVE / VALVE,SHUTOFF,FUEL | one way valve > VALVE,CHECK / CHECK VALVE
  non return valve > VALVE,CHECK / CHECK VALVE
  relief valve > VALVE,SAFETY RELIEF / VALVE,RELIEF*
  fuel boost pump > PUMP,SUBMERGED,AIRCRAFT / PUMP,FUEL,ELECTRICAL | fuel cap > CAP,FILLER OPENING
  fuel probe > TRANSMITTER,LIQUID QUANTITY | float switch > SWITCH,LIQUID LEVEL
  fuel gauge > INDICATOR,LIQUID QUANTITY / INDICATOR,FUEL QUANTITY
  mag plug > DETECTOR,METALLIC PARTICLE | chip detector > DETECTOR,CHIP / CHIP DETECTOR*
  starter gen > STARTER-GENERATOR* | tyre > TIRE* | main tire > TIRE*
  wheel chock > CHOCK,WHEEL-TRACK | tow bar > TOWBAR,AIRCRAFT | seat belt > BELT,AIRCRAFT SAFETY
  oxy mask > MASK,OXYGEN | fire ext > EXTINGUISHER* | life jacket > LIFE VEST
  smoke det > SMOKE DETECTOR | windscreen > WINDSHIELD / WINDSHIELD PANEL,AIRCRAFT
  main rotor blade > BLADE,ROTARY WING | joystick > CONTROL STICK,AIRCRAFT
  swash plate > SWASHPLATE* | hyd actuator > ACTUATOR,HYDRAULIC
  hydralic pump > PUMP,HYDRAULIC / HYD PMP,STANDBY | bearin ball > BEARING,BALL*
  solenoide valve > VALVE,SOLENOID | extinguiser fire > EXTINGUISHER,FIRE
  thermostatc switch > SWITCH,THERMOSTATIC | regulater voltage > REGULATOR,VOLTAGE
  packng preformed > PACKING,PREFORMED | transfomer power > TRANSFORMER,POWER
  altimiter > ALTIMETER* | radome > RADOME | casstle nut > NUT,PLAIN,CASTELLATED`;

/** Queries of such a table, in its order. */
export function readQueries(written: string): MechanicsQuery[] {
  return written
    .trim()
    .split(/[|\n]/)
    .map((text) => {
      const [entry = "", right = ""] = text.trim().split(/ > ?/);
      return { entry, right: right.split(" / ") };
    });
}

export const mechanicsQueries: readonly MechanicsQuery[] = readQueries(table);
