// Three more sets of names as mechanics of airlines, of repair shops and of general aviation write
// them, for real names of public records in the order of random draws. Each was written before the
// rules and terms were changed by what it or an earlier one missed. The format is that of
// `heldBackQueries`.
import { readQueries } from "./mechanicsQueries.ts";

const third = `
  jackshaft brkt > BRACKET,JACK* | strobe lt pocket > POCKET,STROBE LIGHT
  t/r blade > BLADE ASSY,TAIL ROT / BLADE,ROTARY RUDDER | wire cutter upper > CUTTER ASSY,UPPER
  eng fairing > FAIRING ASSY,ENGINE | trunnion assy > TRUNNION ASS* / TRUNION ASSEMBLY
  sediment strainers > STRAINER,SEDIMENT | rh fitting assy > FITTING ASSEMBLY,RH
  mast driving adaptor > ADAPTER,MAST DRIVIN | tailskid > SKID ASSEMBLY,TAIL
  turb rotor > ROTOR,TURBINE* / ROTOR TURBINE* | amp pwr supply > AMPLIFIER-POWER SUP*
  satcom > SATELLITE COMM* / TERMINAL,SATELLITE COMMUNICATION
  survival kit case > CASE,INDIVIDUAL SUR* / CONTAINER,SURVIVAL KIT / SURVIVAL KIT CONTAINER*
  t/r cone set > CONE SET,TAIL ROTOR | xmsn lube jet > JET LUBRICATOR,TRANSMISSION
  inlet guide fairing > FAIRING,INLET GUIDE | seat adj lever > LEVER,ADJUSTMENT,SE
  trim sys > TRIM SYSTEM | fuel quantity sender > TRANSMITTER,LIQUID*
  wire rope assy single leg > WIRE ROPE ASSEMBLY* | nozzle assy > NOZZLE ASS*
  caution markers > MARKER,CAUTION | auto pilot system > AUTOPILOT SYS
  12 point nut > NUT,SELF-LOCKING,EXTENDED WASHER,DOUBLE HEXAGON
  tail rotor control rod > ROD ASSY,TAIL ROTOR / CONTROL TUBE,TAIL ROTOR
  oil coolers > OIL COOLER* / COOLER,* | engine control adapter > ADAPTER,ENGINE CONT
  start valves > START VALVE | xmsn oil drain ftg > FITTING,OIL DRAIN,TRANSMISSION
  deice truck > SPRAYING UNIT* | door spring assy > SPRING ASSEMBLY,DOO
  oil cap & adapter > CAP AND ADAPTER,OIL | air cleaner element > FILTER ELEMENT, INTAKE*
  swash plate link > LINK ASSEMBLY,SWASHPLATE | valve disc > DISK,VALVE
  bulkhead supports > SUPPORT,BULKHEAD | elect altimeter > ELECTRONIC ALTIMETER*
  inner cap swashplate > CAP,INNER,SWASHPLA | mag seal > MAGNETIC SEAL*
  remote ctl lever > LEVER,REMOTE CONTROL | platform ladder > PLATFORM,LADDER
  duplexor > DUPLEXER | lube unit > LUBRICATION UNIT | bell mouth seal assy > BELLMOUTH ASSY,SEAL
  sol valve > VALVE,SOLENOID | turbine hub and disc > DISK AND HUB,TURBINE*
  iff interrogator > INTERROGATOR SET | ctrl pnl > CONTROL PANEL* / PANEL,CONTROL*
  antiskid system > ANTI-SKID SYS | anti skid valve > ANTI-SKID VALVE
  radio set ctl > CONTROL,RADIO SET | wet compass > COMPASS,MAGNETIC*
  m/r seal retainer > RETAINER,SEAL,MAIN ROTOR | rf detector > DETECTOR,RADIO FREQUENCY
  anti torque blade > BLADE,ROTARY RUDDER / BLADE ASSY,TAIL ROT
  gear & shaft assy > GEAR AND SHAFT* | pushon nuts > PUSH ON NUT
  press gauge > GAGE,PRESSURE* / INDICATOR,PRESSURE
  eng anti ice vlv > ANTI-ICE VALVE / VALVE ASSEMBLY,ANTI-ICING*
  pwr supply > POWER SUPPLY | gen set > GENER SET / GENERATOR SET* | bellcranks > BELL CRANK
  q/r plunger > PLUNGER,QUICK RELEASE | zerk > FITTING,LUBRICATION
  door latches > DOOR LATCH / LATCH,DOOR | swashplate drive collar > COLLAR,SWASHPLATE D
  dome lt panel support > SUPPORT,DOME LIGHT PANEL
  collective throttle arm > THROTTLE ARM,COLLEC | packing seals > SEAL,PACKING
  2nd stage nozzle ring > RING,SECOND STAGE N | fuel tank sump > SUMP,FUEL CELL
  t/r controls retainer > RETAINER ASSEMBLY,TAIL ROTOR CONTROLS | engine air seal > SEAL,AIR*
  chk vlv > CHECK VALVE / VALVE,CHECK
  thermal blankets > BLANKET,THERMAL / INSULATION BLANKET,THERMAL*
  mbitr holster > HOLSTER,RADIO,MBITR
  egt thermocouple > THERMOCOUPLE ASSEMBLY* / PROBE ASSEMBLY,THERMOCOUPLE
  oil cooler transmission > COOLER,OIL,TRANSMIS | cargo slings > SLING,CARGO* / STRAP,SLING,CARGO*
  boom fin rib > RIB,FIN,BOOM | crew door lower socket > SOCKET,LOWER,CREW DOOR
  nose ballast > BALLAST,NOSE INSTAL | fan vane segments > VANE SEGMENT,FAN*
  book stowage cabinet > CABINET,BOOK STOWAGE* | crew coat rack > COAT RACK ASSY,CREW
  scuffplate > SCUFF PLATE* | window strap > STRAP,WINDOW
  chute connector link > LINK,PARACHUTE,CONNECTOR | fuel injector > INJECTOR ASSEMBLY,FUEL
  gnd servicing cover > COVER,AIRCRAFT GROU* | hoist brake > BRAKE ASSY,HOIST
  iff transmitter > TRANSMITTER,RADIO IDENTIFICATION | cross head > CROSSHEAD*
  video conferencing system > VIDEO CONFERENCE SYSTEM
  boarding stairs > STAIRCASE* / LADDER,AIRCRAFT BOARDING | stringers > STRINGER
  mounting kit > MOUNT KIT | heat shield > SHIELD,HEAT* / HEATSHIELD*
  control switch box > BOX,SWITCH,CONTROL | strainer covers > COVER ASSEMBLY,STRAINER
  gear boxes > GEARBOX* / GEAR BOX* | thrust brg washer > BEARING,WASHER,THRUST
  power lever > LEVER,POWER CONTROL | moving map display > MAP DISPLAY UNIT,NA
  usb adaptor > ADAPTER,USB | rotating scissors > SCISSORS ASSEMBLY*
  self locking castle nut > NUT,SELF-LOCKING,CA / NUT,SELF-LOCKING,SLOTTED,HEXAGON
  catch strike > STRIKE,CATCH | right hand arm > ARM ASSY,RH | non skid tape > SAFETY WALK*
  wheel hub cap > HUB CAP | coupling retainer plate > PLATE,COUPLING RETAINER
  cargo tiedown kit > TIE DOWN KIT,CARGO,AIRCRAFT | retaining pins > PIN,RETAINING
  radial ball brg > BEARING,BALL,ANNULAR* | gearbox hsg > HOUSING ASSY GEARBO / HOUSING,GEARBOX*
  inspection plug > PLUG-INSPECTION | stand base > BASE,STAND | ac gen > GENERATOR,ALTERNATI*
  gasket kit > GASKET SET | xmsn drain tube > TUBE,OIL DRAIN,TRANSMISSION
  ldg gear fitting > FITTING,LANDING GEAR | key rings > RING,KEY
  input shaft adaptor > ADAPTER,INPUT SHAFT | wing walk > WALKWAY,WING PROTEC
  led lamps > LAMP,LED | web strap > STRAP,WEBBING* | chafe strip > STRIP,CHAFING
  elevator rib > RIB,SUPPORT,ELEVATO | service deck > DECK ASSEMBLY,SERVICE
  t/r bearing collar > COLLAR,BEARING,TAIL | fire wall assy > FIREWALL ASSEMBLY*
  drainmast > DRAIN MAST | fuselage former > FORMER,AIRCRAFT
  multi angle brkt > BRACKET,MULTIPLE ANGLE | heat exchangr > HEAT EXCHANGER
  galley install > INSTL,GALLEY | belleville washer > WASHER,SPRING TENSION
  tiedown straps > STRAP,TIE DOWN / STRAP TIE DOWN* / TIE DOWN STRAP* / STRAP,ASSY,TIE DOWN
  ball vlv > VALVE,BALL | fuel control brg > BEARING ASSEMBLY,FUEL CONTROL
  spherical bearing 3/8 in > BEARING,PLAIN,SPHERICAL / BEARING,PLAIN,SELF-ALIGNING
  nut hex self lock 10-32 > NUT,SELF-LOCKING,HEXAGON / NUT,SELF-LOCKING*
  tire 17.5x5.75-8 > TIRE*
  battery 24v 44ah > BATTERY* | o ring 1/16 x 3/8 id > O-RING / PACKING*`;

const fourth = `
  air diffuser > DIFFUSER,AIR* | turn-buckles > TURNBUCKLE | hook tape > FASTENER TAPE,HOOK*
  nav lights > LIGHT,NAVIGATIONAL,AIRCRAFT | starter switch trigger > TRIGGER,STARTER SWI
  eye hooks > EYE HOOK | spray nozzle tip > TIP,SPRAY NOZZLE
  avionics install kit > INSTALLATION KIT,ELECTRONIC EQUIPMENT
  seat bottom > BOTTOM,AIRCRAFT SEA* / CUSHION,SEAT BOTTOM / PAD,SEAT BOTTOM
  m/r yoke > YOKE,MAIN ROTOR ASSEMBLY / YOKE ASSEMBLY,ROTOR | slip ball > INDICATOR,SLIP
  drive rings set > DRIVE RING SET | turboshaft engine > ENGINE,AIRCRAFT,TURBO-SHAFT
  turboprop eng > ENGINE,AIRCRAFT,TURBO-PROP | drive shaft adapter > ADAPTER,DRIVESHAFT*
  door screens > SCREEN,DOOR | tripod kits > TRIPOD KIT
  bellcrank support > SUPPORT ASSY,BELL C | cargo roller support > SUPPORT,ROLLER,CARG
  door handles > HANDLE,DOOR | seal replacement kit > PARTS KIT,SEAL REPL* / SEAL KIT
  syncro clamp > CLAMP,SYNCHRO | m/r tool set > TOOL SET,MAIN ROTOR
  tail shaft assy > SHAFT ASSEMBLY,TAIL / SHAFT ASSY,TAIL* | hand cuff key > KEY,HANDCUFF
  gearbox parts kit > PARTS KIT,GEARBOX | digital display board > DISPLAY BOARD*
  access cvr > COVER,ACCESS* | rubber strips > RUBBER STRIP | nvg post light > LIGHT,POST,NIGHT VI
  life vests > LIFE VEST | mae west > LIFE VEST
  flange nut > NUT,SELF-LOCKING,EXTENDED WASHER*
  quill shaft > SHAFT ASSY,QUILL | cotter pins > PIN,COTTER | seatbelt support > SUPPORT,SEAT BELT
  vehicle glass seal > SEAL,GLASS VEHICLE | press sw > PRESSURE SWITCH
  pressure switches > PRESSURE SWITCH | anti backlash adapter > ADAPTER,ANTIBACKLAS
  inst filter cap > FILTER CAP,INSTRUME
  friction clutch > CLUTCH,FRICTION
  fuselage control brkt > BRACKET,CONTROL,FUSELAGE | cyl support arm > ARM ASSEMBLY,CYLINDER SUPPORT
  doorsill > DOOR SILL | turbine rotor seal disc > DISK,TURBINE ROTOR SEALING
  t/r trunnion > TRUNNION ASSY,TAIL* / TRUNNION ASSEMBLY,TAIL ROTOR / TRUNNION SET*
  engine oil cooler > COOLER,LUBRICATING OIL* / OIL COOLER*
  bearing sleeve assy > SLEEVE,BEARING ASSE | anemometers > ANEMOMETER
  wind speed meter > ANEMOMETER | xmsn quill > QUILL ASSEMBLY,TRAN
  air stair > STAIRCASE* | top case repair kit > REPAIR KIT,TOP CASE
  floor cover assy > COVER ASSEMBLY, FLOOR | tire chuck > CHUCK,AIR,INFLATING
  rmi > INDICATOR,BEARING-HEADING | fire loop > SENSING ELEMENT,FIRE DETECTOR SYSTEM
  fire detection element > SENSING ELEMENT,FIRE DETECTOR SYSTEM | seat covers > COVER,AIRCRAFT SEAT
  cowl screen > SCREEN,COWL / SCREEN,ENGINE COWL | air line plenum > PLENUM,AIR LINE
  oil press sender > SENDER,OIL PRESSURE | sound proofing panel > PANEL,SOUNDPROOFING
  co-pilot collective > COPILOTS COLLECTIVE | angle of attack > AOA
  wiring repair kit > REPAIR SET,WIRING / REPAIR KIT,ELECWIRI
  wire repair set > REPAIR SET,WIRING
  radio tx > TRANSMITTER,RADIO | engine governer > GOVERNOR,AIRCRAFT TURBINE ENGINE
  screw assortments > SCREW ASSORTMENT | turbine fan impeller > IMPELLER,TRBINE FA
  input gearbox sleeve > SLEEVE,INPUT,GEARBO
  ratchet strap > STRAP TIE DOWN WITH RATCHET BUCKLE / TIE DOWN STRAP, RATCHET / RATCHET,TIE DOWN*
  wiper blades > BLADE,WINDSHIELD WIPER | actuaters > ACTUATOR* | go bag > GO BAG ASSEMBLY
  tv camera > CAMERA,TELEVISION | ground handling wheels > WHEEL SET,TRANSPORT*
  motor blower > BLOWER MOTOR | sprag clutch > CLUTCH,FREEWHEELING
  free wheeling clutch > CLUTCH,FREEWHEELING
  insul blanket > BLANKET,INSULATION / INSULATION BLANKET*
  air filters > AIR FILTER | tail rotor cvr > COVER,TAIL ROTOR
  dust cover > COVER,PROTECTIVE,DUST AND MOISTURE SEAL
  dust cap > CAP,PROTECTIVE,DUST AND MOISTURE SEAL | horse collar > SLING,RESCUE,HELICO*
  rescue sling > SLING,RESCUE,HELICO* | t/r quill assy > QUILL ASSEMBLY,TAIL*
  self aligning brg > BEARING,SELF-ALIGNING / BEARING,PLAIN,SELF-ALIGNING
  bearing balls > BALL,BEARING | strainer body > STRAINER BODY,SEDIMENT
  axle jack > JACK,AIRCRAFT LANDING GEAR | quick release strap > STRAP,QUICK RELEASE
  motion pickup > TRANSDUCER,MOTIONAL PICKUP | tail boom assembly > TAILBOOM ASSY
  galley oven > OVEN | adapter plates > PLATE,ADAPTER
  oil cooler thermostat body > BODY,OIL COOLER THERMAL VALVE
  signal converter > CONVERTER,SIGNAL DATA | transmision seal > SEAL ASSEMBLY,TRANS
  air outlet > DUCT,AIR OUTLET | fan impellor > IMPELLER,FAN
  comms switching set > SWITCHING SET,COMMUNICATIONS | radio beacon > BEACON SET,RADIO
  snap fastener cap > CAP,SNAP FASTENER | fuel system repair kit > REPAIR KIT,FUELSYST
  axial fan > FAN,VANEAXIAL | t/r hanger > HANGER,TAIL ROTOR D / HANGER,BEARING,TAIL
  ctl module > CONTROL MODULE | air ejector > EJECTOR,ENGINE AIR
  nut assortment > NUT ASSORTMENT | cpu board > CPU MEMORY BOARD
  tach gen > GENERATOR,TACHOMETER / TACHOMETER GENERATOR | crease beams > CREASE BEAM
  bearing support assy > SUPPORT ASSY,BEARIN / SUPPORT ASSEMBLY,BE
  electronic hardware kit > HARDWARE KIT,ELECTR* | structural brkt > BRACKET,STRUCTURAL COMPONENT*
  torso harness > HARNESS,PERSONNEL PARACHUTE,TORSO SUIT | fuel spray nozzle > SPRAY NOZZLE,FUEL
  press transmitter > TRANSMITTER,PRESSURE | bearing inner race > INNER RACE / RING,BEARING,INNER
  mux > MULTIPLEXER | retaining clips > CLIP,RETAINING | heater adapter > ADAPTER ASSY,HEATER
  le slat > SLAT | rf tuner > TUNER,RADIO FREQUENCY | shoulder bolts > BOLT,SHOULDER
  high velocity chute > PARACHUTE,HIGH-VELOCITY | headphone jacks > HEADPHONE JACK
  fuel control unit > FCU / FUEL CONTROL* | shock cord end > END,CORD,SHOCK
  rod end brg > BEARING,PLAIN,ROD E* / BEARING,ROD END / BEARING,BALL,ROD END
  generator control box > CONTROL BOX,GENERATOR SET
  eng compressor > COMPRESSOR,AIRCRAFT GAS TURBIN*
  lanyards > LANYARD* | seat survival kit > SURVIVAL KIT,AIRCRAFT SEAT / SURVIVAL KIT CONTAINER*
  static line > STATIC LINE* | floor panel > FLOOR PANEL / PANEL,FLOOR
  bracket mtg > BRACKET,MOUNTING* | hose clamp 1-1/2 in > CLAMP,HOSE
  screw mach 10-32 x 1/2 > SCREW,MACHINE | relay 28vdc 50 amp > RELAY*
  fuse 5a > FUSE* | bolts eye 1/4 > BOLT,EYE | 28v dc motor gen starter > STARTER-GENERATOR*
  washers flat > WASHER,FLAT | rivets blind 1/8 > RIVET,BLIND`;

const fifth = `
  gnd power unit > GROUND POWER UNIT | auto throttle sys > AUTOTHROTTLE SYS
  coffee makers > COFFEEMAKER | manometer vertical > MANOMETER,VERTICAL TUBE
  troop seat > SEAT,TROOP,CREW | p & t relief valve > VALVE,RELIEF,PRESSURE AND TEMPERATURE
  temp and pressure relief vlv > VALVE,RELIEF,PRESSURE AND TEMPERATURE
  graphics workstation > WORK STATION,COMPUTER GRAPHICS | fill device > FILL DEVICE,ELECTRO
  mag detector transmission > MAGNETIC DETECTOR,T | socket hd cap screws > SCREW,CAP,SOCKET HEAD
  key chain > KEY CHAIN AND REEL | cutter knife > KNIFE,CUTTER / KNIFE,HARNESS CUTTING
  hyd shaft assy > SHAFT ASSY,HYDRAULI | genset cover > COVER,GENERATOR SET
  square neck bolts > BOLT,SQUARE NECK | ignition coil vibrator > VIBRATOR,IGNITION COIL
  strap retention fitting > FITTING ASSEMBLY,RETENTION STRAP | lamps > LAMP
  folding seat cushion > CUSHION,FOLDING SEA | air inlet plenum > PLENUM ASSEMBLY,AIR INLET
  early warning system > PLATOON EARLY WARNI*
  nvg utility light > LIGHT,UTILITY,NIGHT | video detector > DETECTOR,VIDEO SIGNAL
  jettison tank install kit > INSTALLATION KIT,JETTISON FUEL TANK | taper pins > PIN,TAPERED,PLAIN
  input quill repair kit > REPAIR KIT,INPUTQUILL | oil cooler asm > OIL COOLER ASSEMBLY
  turnlock receptacle > RECEPTACLE,TURNLOCK* | smoke dets > SMOKE DETECTOR
  m/r grip sight glass > SIGHT GLASS,GRIP,MA | aircraft boom > BOOM,AIRCRAFT
  door plungers > PLUNGER ASSEMBLY,DOOR | relays > RELAY*
  maint ladder > LADDER,AIRCRAFT MAINTENANCE
  floor boards > FLOORBOARD | comm control set > COMMUNICATIONS CONTROL SET
  helicopter recovery kit > RECOVERY KIT,HELICO | baggage net > NET ASSEMBLY,BAGGAGE COMPARTMENT
  alternators > ALTERNATOR* | support brkt > SUPPORT BRACKET
  strap fastener loop > LOOP,STRAP FASTENER | pressure altimeter > ALTIMETER,PRESSURE
  skid shoe assy > SHOE ASSY,SKID / SHOE ASSEMBLY,SKID / SHOE,ASSY,SKID / SHOE,SKID*
  door seal replacement kit > PARTS KIT,SEAL REPLACEMENT,DOOR
  hook and pile tape > FASTENER TAPE,HOOK AND PILE
  combustion chamber liner > LINER,COMBUSTION CHAMBER* | oil plugs > OIL PLUG
  grip assemblies > GRIP,ASSEMBLY / GRIP ASS* | throttle control arm > CONTROL ARM,THROTTLE
  chest pack parachute > PACK ASSEMBLY,PERSONNEL PARACHUTE* / PACK,PERSONNEL PARACHUTE,TROOP C*
  ejector pins > PIN,EJECTOR
  idler assy > IDLER ASSEMBLY
  winch controller > CONTROLLER,WINCH / CONTROL,WINCH
  cord reel > REEL,EXTENSION CORD | turb rotor disc > DISK,TURBINE ROTOR*
  sound proof blanket > BLANKET,SOUND CONTROLLING,AIRCRAFT
  xmsn input housing > HOUSING,INPUT,TRANS
  intercostals > INTERCOSTAL | medical gas regulator > REGULATOR,PRESSURE,MEDICAL GAS*
  rugged workstation console > RUGGEDISED WORKSTATION CONSOLE
  cyclic control lever > LEVER ASSY,CYCLIC C / LEVER ASSEMBLY,CYCL | round nut > NUT,PLAIN,ROUND
  comm gateway processor > PROCESSOR,COMMUNICATION GATEWAY
  slotted hex nuts > NUT,PLAIN,SLOTTED,HEXAGON / NUT,SELF-LOCKING,SLOTTED,HEXAGON
  wing spar > SPAR | pylon mount > MOUNT ASSY,PYLON | rescue hoist clip > CLIP RESCUE HOIST
  fluid filters > FILTER,FLUID | anti-skid vlv > ANTI-SKID VALVE | valves check > VALVE,CHECK
  altimeter support > SUPPORT ASSEMBLY,ALTIMETER | trailer door seal > SEAL,DOOR TRAILER B
  a/c boarding ladder > LADDER,AIRCRAFT BOARDING | gussets > GUSSET
  chest parachute harness > HARNESS,PERSONNEL PARACHUTE,CHEST / HARNESS,PERSONNEL PARACHUTE,BACK*
  pin kit > PIN ASSORTMENT | assorted pins > PIN ASSORTMENT | exh duct > DUCT,EXHAUST*
  control stick cover > COVER,CONTROL STICK / COVER,STICK
  turbine eng fuel control > FUEL CONTROL,MAIN,T*
  caster wheels > WHEEL,CASTER | bimetal thermometer > THERMOMETER,SELF-INDICATING,BIMETALLIC
  panel light filter > FILTER,LIGHT,PANEL | trans damper assy > DAMPER ASSEMBLY,TRA
  fwd t/r bracket > BRACKET-FWD,TAIL RO | life raft cable adapter > ADAPTER,LIFE RAFT,CABLE
  close tol bolts > BOLT,CLOSE TOLERAN* | compass card > CARD,COMPASS
  compass correction card > CARD,COMPASS | main gear strut > STRUT ASSEMBLY,MAIN LANDING GEAR
  mlg strut assy > STRUT ASSEMBLY,MAIN LANDING GEAR | spiral wound gskt > GASKET,SPIRAL WOUND
  free wheeling assy > FREEWHEELING ASSEMB | main hub assy > HUB ASSEMBLY,MAIN*
  anti ice support > SUPPORT,ANTI-ICING | maint crane > CRANE ASSY,MAINTENA
  grip nut lockplate > LOCKPLATE,GRIP NUT | cabin roof fttg > FITTING,CABIN ROOF
  elevator repair kit > REPAIR KIT,ELEVATR | gas engine starter > STARTER,ENGINE,GASOLINE
  retaining clamp > CLAMP ASSEMBLY,RETAINING | integrated drive generators > IDG
  angle brkts > BRACKET,ANGLE
  diffusers > DIFFUSER*
  t/r control quadrant > QUADRANT,CONTROL,TAIL ROTOR
  collective support assy > SUPPORT ASSY,COLLEC / SUPPORT ASSEMBLY,COLLECTIVE*
  vee band coupling > COUPLING,CLAMP,GROOVED | window pnl > WINDOW PANEL,AIRCRA*
  thermal environment monitor > MONITOR,THERMAL ENVIRONMENT
  cam follower lever > LEVER,MANUAL CAM FOLLOWER
  remote sensors > REMOTE SENSOR | lock ring keyed > RING,LOCK,KEYED
  weapons access door > DOOR,ACCESS,WEAPON* | xmsn carrier assy > CARRIER ASSY,TRANSM
  ops central > OPERATIONS CENTRAL | special spacer > SPACER,SPECIAL SHAPED
  altimeters > ALTIMETER* | collective lever pin > PIN,COLLECTIVE LEVE
  droop stop support > SUPPORT,DROOP STOP
  directional control valve > VALVE,LINEAR,DIRECTIONAL CONTROL
  pilot seat pnl > PANEL,PILOT SEAT | solar power supply > SOLAR POWER SOURCE
  temp transmitter > TRANSMITTER,TEMPERATURE* / TRANSMITTER,ENGINE TEMPERATURE
  roller needle brg > BEARING, ROLLER, NEEDLE / BEARING,ROLLER,NEEDLE
  door frame assy > FRAME ASSY,DOOR / DOOR FRAME
  hose clamps > CLAMP,HOSE | hyd pump baffle > BAFFLE ASSY,HYD PUM | oil drains > DRAIN,OIL
  pre-cooler > PRECOOLER | finish washer > WASHER,FINISHING
  pax door striker > STRIKER HOUSING,PASSENGER DOOR
  compression spring > SPRING,HELICAL,COMPRESSION
  helical compression springs > SPRING,HELICAL,COMPRESSION | history recorder > RECORDER MODULE,HIS
  droop cam box > CAMBOX ASSY,DROOP C
  dust boot > BOOT,DUST AND MOIST*
  gps interface > INTERFACE UNIT,GPS
  fold up table > TABLE ASSY,FOLD UP | radio rt unit > RECEIVER-TRANSMITTER,RADIO
  bleed air ftg > FITTING,BLEED AIR | main rotor hub damper > DAMPER,HUB,MAIN RO
  altimiter encoder > ALTIMETER,ENCODER
  gaskit set > GASKET SET
  presure regulator > REGULATOR,PRESSURE*
  bolt close tolerance 1/4-28 > BOLT,CLOSE TOLERAN* | light bulb 28v > LAMP* / BULB
  hose assy 1/2 in x 24 in > HOSE* | cable tie 4 in > PANDUIT CABLE TIES / STRAP,LINE SUPPORTING
  nut assy self locking > NUT ASSEMBLY,SELF-L / NUT,SELF-LOCKING*`;

/** Of each, 82, 89 and 96 of 100 came first when it was run for the first time. */
export const freshQueries = {
  third: readQueries(third),
  fourth: readQueries(fourth),
  fifth: readQueries(fifth),
} as const;
