// Names as mechanics and buyers write them, for real names of public records in the order of random
// draws: `query > NAME / NAME`, where a name that ends in `*` is any that begins so. Sources: the
// names, the colloquial names of AC 43.13-1B and FAA-H-8083-30 to 32, and abbreviations of manuals
// (TM 55-4920-400-13, NAVAIR 01-1A-8).
import { readQueries } from "./mechanicsQueries.ts";

const first = `
  seat belt parts kit > PARTS KIT,SEAT BELT | fuel metering valve > METERING VALVE
  tie down ring > RING ASSEMBLY,TIE DOWN / TIE DOWN*
  rod end bearing > BEARING,PLAIN,ROD E* / BEARING,ROD END / BEARING,BALL,ROD END
  rotor head > HEAD,ROTARY WING | stringer clip > STRINGER CLIP
  swashplate collar > COLLAR,SWASHPLATE D | comm interface unit > INTERFACE UNIT,COMM*
  shipping cover > COVER,SHIPPING | smoke goggles > GOGGLES,SMOKE | nut assy > NUT ASSEMBLY*
  rotor yoke assy > YOKE ASSEMBLY,ROTOR / YOKE* | pump inlet screen > SCREEN ASSY,PUMP INLET
  transmission seal > SEAL ASSEMBLY,TRANS / SEAL*
  elevator control lever > LEVER,ELEVATOR CONTROL | fuel manifold valve > VALVE,FUEL,MANIFOLD
  exhaust duct > DUCT,EXHAUST* | mec fuel control > FUEL CONTROL*
  rear tie rod > TIE ROD ASSEMBLY,AFT | aft tie rod > TIE ROD ASSEMBLY,AFT
  rotor sling > SLING,LIFTING,ROTOR | cargo net > NET,CARGO*
  gpu > GROUND POWER UNIT / POWER UNIT* | dust plug > PLUG,PROTECTIVE,DUST AND MOISTURE SEAL
  bearing retainer plate > PLATE,RETAINING,BEARING / RETAINER*
  main gearbox cover > COVER,MAIN TRANSMIS | main transmission cover > COVER,MAIN TRANSMIS
  edge lit panel > PANEL,EDGE LIT | edgelight panel > PANEL,EDGE LIT
  straight pin > PIN,STRAIGHT* | floor cover > COVER ASSEMBLY, FLOOR | tube tee > TEE,TUBE
  t fitting > TEE* | door plunger > PLUNGER ASSEMBLY,DOOR
  flight display unit > DISPLAY UNIT,FLIGHT INFORMATION
  swashplate outer ring > RING ASSY,OUTER SWA
  duplex ball brg > BEARING,BALL,DUPLEX / BEARING, BALL, DUPLEX
  door stay bkt > BRACKET, DOOR STAY | 90 deg gearbox > GEARBOX ASSY,T R 90
  tail rotor gear box > GEARBOX* / GEAR BOX* | led bulb > LAMP,LED | lap top > COMPUTER,LAPTOP
  co pilot seat panel > PANEL,CO-PILOT SEAT
  snatch block > SNATCH BLOCK ASSY / CLEVIS,SNATCH BLOCK | door hinge > HINGE,ACCESS DOOR / HINGE*
  seat door assy > DOOR ASSEMBLY,AIRCRAFT SEAT
  oil cooler assy > OIL COOLER ASSEMBLY / OIL COOLER / COOLER,*
  tail rotor fan shaft > SHAFT,FAN,TAILROTO | strainer cover > COVER ASSEMBLY,STRAINER
  hydraulic hose kit > KIT,HYDRAULIC HOSES | sems bolt > BOLT,ASSEMBLED WASHER
  vac gauge > GAGE,VACUUM* | suction gauge > GAGE,VACUUM*
  undercarriage fitting > FITTING,LANDING GEAR
  nozzle housing > HOUSING ASSY,NOZZLE / HOUSING,FUEL NOZZLE
  engine governor > GOVERNOR,AIRCRAFT TURBINE ENGINE / GOVERNOR*
  tie down strap > STRAP*TIE DOWN / STRAP TIE DOWN* / STRAP,TIE DOWN / TIE DOWN STRAP, RATCHET
  oat thermometer > THERMOMETER* | rubber grommet > GROMMET,NONMETALLIC
  hyd line > HYDRAULIC LINE | shakeproof washer > WASHER,LOCK
  thermal blanket > BLANKET,THERMAL / INSULATION BLANKET* | escape rope > ROPE ASSY,ESCAPE
  a/c duct > DUCT ASSEMBLY,AIR C*
  oil cooler duct > DUCT,OIL COOLER / DUCT ASSEMBLY,OIL COOLER / DUCT ASSY,OIL COOLE
  rubber boot > BOOT* | jumper cables > CABLE,BOOSTER | extension lead > CORD,EXTENSION
  tail boom > TAILBOOM ASSY | allen key > TOOL HEX WRENCH (SOCKET)
  cyclic lever > LEVER ASSEMBLY,CYCL / LEVER ASSY,CYCLIC C | wheel chocks > CHOCK,WHEEL-TRACK
  capacitor > CONDENSER | switch bracket > SUPPORT,SWITCH
  filler cap retainer > RETAINER,FILLER CAP | inlet door > INLET DOOR
  bungee cord > CORD ASSY,BUNGEE | banjo bolt > BOLT,FLUID PASSAGE
  rotor coupling > COUPLING,ROTOR | hub damper > DAMPER,HUB,MAIN RO | latch hasp > LATCH,HASP
  tail rotor yoke > YOKE,TAIL ROTOR / YOKE ASSY,TAIL ROTO | machine screws > SCREW,MACHINE
  diesel genset > GENERATOR SET,DIESE* / DIESEL GENERATOR | windshield post > POST,WINDSHIELD
  spring clip > CLIP,SPRING TENSION
  pressure reg valve > REGULATOR VALVE / VALVE,REGULATING* / VALVE,FLUID PRESSURE R*
  pitot > PITOT* | turbine rotor > ROTOR,TURBINE* / ROTOR TURBINE* / DISK,TURBINE ROTOR
  fuel qty transmitter > TRANSMITTER,LIQUID* | fuel level sender > TRANSMITTER,LIQUID*
  mlg wheel > WHEEL,LANDING GEAR | freewheel unit housing > HOUSING,FREEWHEELIN
  pressure bellows > BELLOWS,PRESSURE | transmission support > SUPPORT,TRANSMISSION / SUPPORT ASS*
  relief vlv > VALVE,SAFETY RELIEF / VALVE,RELIEF* | vvi > INDICATOR,VERTICAL VELOCITY
  rubber seal strip > SEAL,NONMETALLIC STRIP / RUBBER STRIP / SEAL,NONMETALLIC ST
  floor board > FLOORBOARD | heater plenum > PLENUM,HEATER,AIRCR
  oil cooler repair kit > PARTS KIT,LUBRICATING OIL COOLER | webbing strap > STRAP,WEBBING*
  slip indicator > INDICATOR,SLIP / INCLINOMETER,AIRCRAFT | seat cushon > CUSHION*
  seat back cushion > CUSHION,SEAT BACK,A* | window pane > WINDOW PANEL,AIRCRA* / WINDOW*
  integrated drive gen > IDG | annular ball bearing > BEARING,BALL,ANNULAR
  starter generator > STARTER-GENERATOR* | press xmtr > TRANSMITTER,PRESSURE
  collective link > LINK ASSY,COLLECTIV | rotary actuator > ACTUATOR,ELECTRO-MECHANICAL,ROTARY
  droop compensator slider > SLIDER,DROOP COMPEN | boarding ladder > LADDER,AIRCRAFT BOARDING
  airstair > STAIRCASE,AIRCRAFT* | wing tip > TIP,AIRCRAFT | vhf receiver > RECEIVER*
  ignition lead > LEAD ASSY,SPARK IGN
  cyl roller bearing > BEARING, ROLLER, CYNLINDER / BEARING,ROLLER,CYLINDRICAL
  combustion liner > LINER,COMBUSTION CHAMBER* | flame tube > LINER,COMBUSTION CHAMBER*
  swashplate lever > LEVER,SWASHPLATE SU | reserve chute > PARACHUTE,RESERVE*
  cyclic support > SUPPORT,CYCLIC CONTROLS
  skid shoes > SHOE*SKID* / SHOE,SKID TUBE ASSE / SKID SHOE KIT,HEAVY
  turbosupercharger > TURBOSUPERCHARGER* | main rotor trunion > TRUNNION*
  lockwasher > WASHER,LOCK / LOCKWASHER* | hex head cap screw > SCREW,CAP,HEXAGON H*
  slotted hex nut > NUT,PLAIN,SLOTTED,HEXAGON / NUT,SELF-LOCKING,SLOTTED,HEXAGON
  grease nipple > FITTING,LUBRICATION | turnbuckle barrel > TURNBUCKLE BODY
  compressor blade set > BLADE SET,COMPRESSOR* | turbine nozzle assy > NOZZLE,TURBINE*
  egt gauge > INDICATOR,TEMPERATURE,THERMOCOUPLE / PYROMETER,INDICATING
  mooring kit > TIE DOWN KIT,AIRCRAFT MOORING
  cable ties > PANDUIT CABLE TIES / STRAP,LINE SUPPORTING | mag compass > COMPASS,MAGNETIC*
  wiper motor > MOTOR,W* | bear paw > SHOE* / SKID*
  gearbox sight glass > SIGHT GLASS* / INDICATOR,SIGHT,LIQUID
  oil temp gauge > INDICATOR,OIL TEMPE
  lav service cart > TANK-PUMPING UNIT,AIRCRAFT LAVATORY SERVICING,VEHICULAR MOUNTING
  voltage regulater > REGULATOR,VOLTAGE / CONTROL,VOLTAGE REGULATOR
  hydraulic resevoir > RESERVOIR,HYDRAULIC / TANK,HYDRAULIC FLUID* | life raft > LIFE RAFT
  cockpit door > DOOR,CREW | fuel tank > TANK,FUEL,AIRCRAFT
  door lock > LOCK* / LATCH* / DOOR LATCH | squat switch > SWITCH* / LIMIT SWITCH
  inverter > STATIC INVERTER / SINE WAVE INVERTER`;

const second = `
  memory board > CPU MEMORY BOARD | key pad > KEYPAD | keyboard > KEYBOARD,DATA ENTRY
  fuselage doubler > DOUBLER | engine support > SUPPORT,ENGINE*
  main fuel control > FUEL CONTROL* | pilot seat web > WEB,COVER,PILOT SEAT / WEB
  submerged fuel pump > PUMP,SUBMERGED,AIRCRAFT | blade grip pad > PAD,GRIP,MAIN ROTOR BLADE
  cabin heater > HEATER* | air intake plenum > PLENUM ASSEMBLY,AIR INLET / PLENUM*
  electrical connector > ELEC CONNECTOR / CONNECTOR*
  vhf transceiver > TRANSCEIVER / RECEIVER-TRANSMITTER,RADIO
  narcotics lock > CABLE LOCK,NARCOTICS BOX | heli transport wheels > WHEEL SET,TRANSPORT*
  force gradient > FORCE GRADIENT ASSY / CYLINDER,FORCE GRAD | jackshaft bracket > BRACKET,JACK*
  pressure gauge tester > TESTER,PRESSURE GAG | skid tube shoe > SHOE,SKID TUBE ASSE
  window frame assy > WINDOW FRAME | swashplate support > SUPPORT,SWASHPLATE
  voltage reg > REGULATOR,VOLTAGE | ejector pin > PIN,EJECTOR | cartridge fuse > FUSE*
  tube elbow > ELBOW,TUBE* | weapon access door > DOOR,ACCESS,WEAPON*
  rigging jig > RIGGING FIXTURE | rudder rigging fixture > RIGGING FIXTURE | lav toilet > TOILET
  fire wall > FIREWALL* | rotor mast > MAST* | main mast assy > MAST ASSEMBLY,MAIN / MAST*
  tank filler cap > CAP,FILLER OPENING / CAP*
  collective throttle support > SUPPORT ASSEMBLY,COLLECTIVE THROTTLE | pitch horn > PITCH HORN*
  door striker > STRIKER HOUSING,PASSENGER DOOR | radio pod > POD,RADIO
  transmission case > CASE,TRANSMISSION | stator nozzle > NOZZLE,TURBINE*
  insulating blanket > BLANKET,INSULATION / INSULATION BLANKET* | foam pad > PAD*
  skin retainer > RETAINER,SKIN,AIRCRAFT | spray tip > TIP,SPRAY NOZZLE | air stairs > STAIRCASE*
  bleed boot > BOOT ASSY,BLEED | pad lock > PADLOCK* | coax termination > COAXIAL TERMINATION
  dummy load > COAXIAL TERMINATION | input shaft adapter > ADAPTER,INPUT SHAFT
  ground interrupter > INTERRUPTER,GROUND | turbine disc and hub > DISK AND HUB,TURBINE*
  cotterpin > PIN,COTTER | main rotor retainer > RETAINER,MAIN ROTOR*
  parachute harness > HARNESS,P* | machine bolt > BOLT,MACHINE
  tail rotor driveshaft hanger > HANGER,* | magnetic compas > COMPASS* | leading edge slat > SLAT
  spherical brg > BEARING,PLAIN,SPHERICAL / BEARING,PLAIN,SELF-ALIGNING | tripod > TRIPOD*
  cargo extraction chute > PARACHUTE,CARGO EXTRACTION | landing gear wheel > WHEEL,LANDING GEAR
  engine mount fitting > FITTING,ENGINE MOUN | sliding canopy > CANOPY,MOVABLE / CANOPY*
  nose support > SUPPORT,NOSE,AIRCRA*
  headless pin > PIN,STRAIGHT,HEADLE* / PIN,GROOVED,HEADLESS / PIN,SHOULDER*
  radio xmtr > TRANSMITTER,RADIO | access door > ACCESS DOOR / DOOR,ACCESS*
  drain cock > COCK,POPPET DRAIN / DRAIN VALVE | lag screw > SCREW,LAG
  by pass valve > BYPASS VALVE | bypass vlv > BYPASS VALVE
  fuel valve assy > VALVE ASSY,FUEL / VALVE,FUEL* | press regulator > REGULATOR,PRESSURE*
  fuel cell sump > SUMP,FUEL CELL | work platform > MAINTENANCE PLATFORM / LEG,PLATFORM
  throttle quadrant > QUADRANT* | oil temperature indicator > INDICATOR,OIL TEMPE
  machine key > KEY,MACHINE | solid rivets > RIVET,SOLID | engine pan > PAN*
  swashplate inner ring > RING,SWASHPLATE INNER / RING ASSY,INNER SWA
  outflow vlv > OUTFLOW VALVE | qd plug > PLUG,QUICK DISCONNECT / COUPLING HALF,QUICK DISCONNECT
  rear view mirror > MIRROR ASSEMBLY,REARVIEW | battery pk > BATTERY PACK / BATTERY*
  upper strut > STRUT ASSEMBLY,UPPE | roof beam > BEAM*
  hydraulic support > SUPPORT ASSY,HYDRAULIC | hand wheel > HANDWHEEL
  drain elbow > ELBOW,DRAINAGE PIPE | pylon support > SUPPORT,PYLON / DAMPER,PYLON,SUPPORT
  aircraft winch > WINCH,AIRCRAFT MOUNTED | close tol screw > SCREW,CLOSE TOLERAN*
  tie rod cover > ROD ASSEMBLY,COVER,AIRCRAFT / COVER*
  main rotor seal retainer > RETAINER,SEAL,MAIN ROTOR | rudder assy > RUDDER
  flow control valve > VALVE,FLOW CONTROL | engine hoist > HOIST,ENGINE / HOIST UNIT,ENGINE
  air duct > DUCT ASSY,AIR / DUCT,AIR OUTLET / DUCT ASSEMBLY,AIR*
  flush latch > LOCK,FLUSH / LATCH* | ext cord reel > REEL,EXTENSION CORD
  fuel pump cartridge > CARTRIDGE,FUEL PUMP | particle seperator > PARTICLE SE*
  engine air particle separator > PARTICLE SE* | bucket seat > SEAT*
  seat pan > BOTTOM,AIRCRAFT SEA* / CUSHION* / SEAT*
  shoulder straps > HARNESS,AIRCRAFT SAFETY,SHOULDER / STRAP* | oxygen reg > REGULATOR,OXYGEN*
  hyd fluid tank > TANK,HYDRAULIC FLUID,AIRCRAFT | oil tank > TANK,LUBRICATING OIL,AIRCRAFT*
  prox switch > PROXIMITY SENSOR / SWITCH,PROXIMITY | fire det > FIRE DETECTOR
  heat xchgr > HEAT EXCHANGER | flex drive shaft > SHAFT ASSEMBLY,FLEXIBLE
  drive shaft hanger > HANGER,DRIVESHAFT / HANGER* | loadbinder > LOAD BINDER ASSY
  trq meter indicator > INDICATOR,TORQUE* | thrust washer bearing > BEARING,WASHER,THRUST
  wiper arm > ARM* / BLADE,WINDSHIELD WIPER | ignition box > EXCITER,IGNITION
  tail skid > SKID ASSEMBLY,TAIL | cross tube > CROSS TUBE ASSY,LAN
  vertical fin > STABILIZER,VERTICAL | stinger > SKID ASSEMBLY,TAIL
  crosstube > CROSS TUBE ASSY,LAN | nav set > NAVIGATION SET*
  tacan > NAVIGATION SET,TACTICAL AIR NAVIGATION SYSTEM
  thermostatic oil valve > BODY,OIL COOLER THERMAL VALVE / THERMOSTAT*`;

/** Those by which rules were found, and those that were written later, with the rules complete. */
export const heldBackQueries = { first: readQueries(first), second: readQueries(second) } as const;
