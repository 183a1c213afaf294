// Systems, landing gear and power plant as mechanics name them.
//
// Sources: Joint Aircraft System/Component Code Table of the FAA (JASC), chapters 21 to 38 and 52
// to 80; Aviation Maintenance Technician Handbook, Airframe (FAA-H-8083-31) and Powerplant
// (FAA-H-8083-32), glossaries; Federal item names (DLA Cataloging Handbook H6).

/** `written > meaning / other meaning`; `=` means both ways. */
export const systemTerms = `
  acm = air cycle machine | acm > cooling turbine / turbine cooling / refrigeration unit
  air cycle machine > acm / cooling turbine
  pack > air conditioning pack / air conditioner / cooling turbine
  ac pack > air conditioning pack / air conditioner | air con > air conditioning / air conditioner
  a c compressor > compressor air conditioning / compressor unit refrigeration
  hx > heat exchanger / exchanger heat | heat exch > heat exchanger / cooler
  exchanger heat > heat exchanger | cpcs > cabin pressure control
  ofv > outflow valve / valve outflow
  outflow valve > valve outflow / valve regulating air pressure
  pressurization controller > controller cabin pressure / control cabin pressure
  cabin pressure controller > controller cabin pressure
  cabin altimeter > altimeter cabin / indicator cabin pressure
  recirc fan > fan recirculation / fan vaneaxial | gasper > outlet air / nozzle air / diffuser air
  gasper outlet > outlet air / diffuser air | eyeball vent > outlet air / diffuser air
  bleed valve > valve bleed / valve bleed air | bleed air valve > valve bleed / bleed valve
  prsov = pressure regulating shutoff valve
  prv > regulator pressure / valve pressure regulating / pressure regulating valve
  hpsov > valve shutoff high pressure | sov > valve shutoff / shutoff valve | shutoff > shut off
  shut off valve > valve shutoff / shutoff valve | shutoff valve = valve shutoff
  nrv > valve check / check valve | non return valve > valve check / check valve
  one way valve > valve check / check valve | flapper valve > valve check / valve flapper
  relief valve > valve safety relief / valve relief
  pressure relief valve > valve safety relief / valve relief
  dump valve > valve dump / valve drain
  drain cock > cock poppet drain / cock drain / valve drain | petcock > cock drain / cock
  sump drain > cock poppet drain / valve drain / drain valve
  quick drain > cock poppet drain / valve drain
  selector valve > valve linear directional control / valve selector
  shuttle valve > valve shuttle | servo valve > valve linear servo / servovalve
  solenoid > solenoid electrical / valve solenoid / solenoid
  ehsv > valve servo electro hydraulic / servovalve | edp = engine driven pump
  edp > pump hydraulic / pump engine driven
  hyd pump > pump hydraulic / pump axial pistons / hydraulic pump
  acmp > pump hydraulic motor driven / motor pump | emdp = electric motor driven pump
  emdp > motor pump hydraulic | ptu = power transfer unit
  ptu > power transfer / hydraulic motor pump | rat = ram air turbine | rat > turbine ram air
  ecu > electronic control unit / control unit engine | hyd accumulator > accumulator hydraulic
  jack > cylinder assembly actuating linear / jack / actuator
  ram > cylinder assembly actuating linear / actuator / ram
  actuating cylinder > cylinder assembly actuating linear / cylinder actuating
  hydraulic cylinder > cylinder assembly actuating linear / cylinder
  servo actuator > servocylinder / actuator servo | servo > servocylinder / servo
  pcu = power control unit | pcu > servocylinder / power control unit / actuator
  linear actuator > actuator electro mechanical linear / actuator linear
  hyd filter > filter element fluid hydraulic / filter fluid / filter hydraulic
  filter cartridge > filter element fluid / filter element
  oil filter > filter element fluid / filter fluid / filter oil
  fuel filter > filter element fluid / filter fluid / filter fuel
  filter bowl > filter bowl fluid / filter body fluid
  fuel strainer > strainer element sediment / strainer sediment / filter fluid
  gascolator > strainer sediment / filter fluid
  boost pump > pump submerged / pump fuel / pump centrifugal / booster pump
  fuel boost pump > pump submerged aircraft / pump fuel electrical / pump fuel
  transfer pump > pump fuel / pump submerged
  fuel probe > transmitter liquid quantity / probe fuel quantity / sensor fuel quantity
  fuel sender > transmitter liquid quantity / transmitter fuel quantity
  fuel quantity probe > transmitter liquid quantity / tank unit
  fuel gauge > indicator liquid quantity / indicator fuel quantity / gage fuel
  fuel qty ind > indicator liquid quantity / indicator fuel quantity
  oil quantity sender > transmitter liquid quantity
  float switch > switch liquid level / switch float | level switch > switch liquid level
  fuel cap > cap filler opening / cap fuel | gas cap > cap filler opening / cap fuel
  filler cap > cap filler opening / cap filler | fuel tank > tank fuel aircraft / tank fuel
  fuel cell > tank fuel aircraft / tank fuel / cell fuel
  bladder > tank fuel aircraft / tank fuel / bladder | drop tank > tank fuel aircraft
  fuel nozzle > nozzle fuel injection / nozzle fuel / injector assembly fuel
  fuel injector > nozzle fuel injection / injector assembly fuel
  fuel spray nozzle > nozzle fuel injection / nozzle fuel
  fuel control unit > fuel control main turbine engine / fuel control | hmu = hydromechanical unit
  hmu > fuel control hydromechanical / fuel control | mec = main engine control
  mec > fuel control main turbine engine | carb > carburetor | carburettor > carburetor
  eec = electronic engine control | eec > control unit engine / control electronic engine
  fadec = full authority digital engine control
  fadec > engine control electronic / control unit supervisory turbine engine
  decu > control unit digital engine / engine control unit | idg = integrated drive generator
  idg > generator integrated drive / generator alternating current | csd = constant speed drive
  csd > drive constant speed / transmission constant speed
  vscf > generator variable speed constant frequency | sg > starter generator
  starter gen > starter generator engine / starter generator
  startergenerator > starter generator
  air starter > starter engine pneumatic / starter engine air turbine / starter
  apu = auxiliary power unit | apu > power unit auxiliary / gas turbine engine auxiliary
  gpu > power unit ground / generator set | ground power unit > generator set / power unit ground
  agb = accessory gearbox | agb > gearbox accessory drive
  accessory gearbox > gearbox accessory drive | igb > intermediate gearbox / gearbox intermediate
  tgb > transfer gearbox / gearbox tail rotor | igv = inlet guide vane | igv > vane inlet guide
  vsv = variable stator vane | vsv > stator vane variable / vane variable stator
  vbv = variable bleed valve | ngv = nozzle guide vane | ngv > nozzle turbine / vane nozzle guide
  nozzle guide vane > nozzle turbine | hpt > high pressure turbine / turbine high pressure
  lpt > low pressure turbine / turbine low pressure | hpc > high pressure compressor
  hpt blade > blade turbine rotor / blade turbine
  turbine blade > blade turbine rotor / blade turbine | compressor blade > blade compressor
  fan blade > blade fan / blade compressor | turbine disc > disk turbine
  turbine wheel > rotor turbine / disk turbine / wheel turbine
  burner can > chamber combustion / liner combustion chamber
  combustor > chamber combustion / combustion chamber
  combustion can > chamber combustion / liner combustion chamber | burner > chamber combustion
  igniter plug > igniter spark / spark igniter / plug spark | ignitor > igniter
  igniter = spark igniter | exciter > exciter ignition / ignition exciter
  ignition box > exciter ignition / ignition unit
  ignition lead > lead spark ignition / lead assembly spark ignition / lead ignition
  plug lead > lead spark ignition / lead assembly electrical
  spark plug > plug spark / spark plug | sparkplug > plug spark / spark plug
  mag > magneto / magneto ignition | oil cooler > cooler lubricating oil / cooler oil
  fcoc > cooler fuel oil / fuel cooled oil cooler | acoc > cooler air oil / air cooled oil cooler
  chip detector > detector metallic particle / chip detector / detector chip
  mag plug > detector metallic particle / plug magnetic
  mcd > detector metallic particle / magnetic chip detector
  magnetic plug > detector metallic particle / plug magnetic
  chip plug > detector metallic particle
  oil pump > pump lubricating oil / pump rotary / pump oil
  scavenge pump > pump scavenge / pump lubricating oil
  dipstick > gage rod liquid level / dipstick | oil dip stick > gage rod liquid level
  oil cap > cap filler opening | engine mount > mount engine / leg engine mount / mount resilient
  shock mount > mount resilient / mount shock | lord mount > mount resilient
  vibration mount > mount resilient / isolator vibration
  isolator > mount resilient / isolator vibration | t r > thrust reverser
  thrust rev > thrust reverser | reverser > thrust reverser | cowl > cowling / cowl
  cowling latch > latch cowling / latch | prop governor > governor propeller / governor
  spinner > spinner propeller | tail pipe > pipe exhaust / exhaust pipe
  tailpipe > pipe exhaust / exhaust pipe | exhaust stack > exhaust stack assembly / pipe exhaust
  turbo > turbo supercharger / turbosupercharger
  turbocharger > turbo supercharger / turbosupercharger | mlg = main landing gear
  nlg = nose landing gear | lg > landing gear | oleo > strut landing gear / shock strut
  oleo strut > strut assembly landing gear / strut shock
  shock strut > strut assembly landing gear / strut | shimmy damper > damper shimmy
  torque link > link torque / scissors | torsion link > link torque / scissors
  scissor link > link torque / scissors | drag brace > brace drag / strut drag
  side brace > brace side / strut side
  nose wheel > wheel landing gear nose / wheel nose / wheel landing gear
  main wheel > wheel landing gear / wheel main | mainwheel > wheel landing gear / wheel main
  nosewheel > wheel landing gear / wheel nose | wheel rim > wheel landing gear
  tyre > tire pneumatic aircraft / tire | aircraft tire > tire pneumatic aircraft / tire
  main tire > tire pneumatic aircraft / tire | nose tire > tire pneumatic aircraft / tire
  inner tube > inner tube pneumatic tire | tire valve > valve pneumatic tire / valve tire
  valve stem > valve pneumatic tire | brake pack > brake multiple disk / brake assembly / brake
  brake unit > brake multiple disk / brake assembly | brake disc > disk brake
  brake rotor > disk brake / rotor brake | brake pads > lining friction / lining brake
  brake lining > lining friction | brake puck > lining friction | puck > lining friction
  master cylinder > cylinder assembly hydraulic brake master / cylinder master
  anti skid > antiskid / anti skid | antiskid valve > valve antiskid / anti skid valve
  chock > chock wheel track | wheel chock > chock wheel track | chocks > chock wheel track
  tow bar > towbar aircraft / towbar | towbar = tow bar | tug > tractor wheeled aircraft towing
  tow tractor > tractor wheeled aircraft towing
  aircraft jack > jack aircraft landing gear / jack hydraulic tripod
  tripod jack > jack hydraulic tripod | axle jack > jack aircraft landing gear / jack hydraulic
  mooring kit > tie down / mooring | tiedown > tie down
  tie down strap > tie down cargo / strap tie down / strap webbing
  ratchet strap > tie down cargo / strap webbing | cargo strap > strap webbing / tie down cargo
  cargo net > net cargo tie down / net cargo | seat belt > belt aircraft safety / belt seat
  seatbelt > belt aircraft safety / belt seat | lap belt > belt aircraft safety
  shoulder harness > harness shoulder / harness aircraft safety
  inertia reel > reel shoulder harness / reel inertia lock / reel | seat cushion > cushion seat
  seat cover > cover seat cushion | life jacket > life preserver / life vest
  life vest > life preserver / life vest | lifejacket > life preserver / life vest
  mae west > life preserver / life vest | raft > life raft | dinghy > life raft
  slide raft > slide / life raft | escape slide > slide / slide evacuation
  oxy mask > mask oxygen | oxygen mask > mask oxygen | o2 mask > mask oxygen
  o2 bottle > cylinder oxygen / bottle oxygen / cylinder compressed gas
  oxygen bottle > cylinder oxygen / cylinder compressed gas / cylinder assembly oxygen
  oxygen regulator > regulator oxygen | pbe > protective breathing / hood
  smoke hood > hood smoke / breathing equipment protective
  fire bottle > extinguisher fire / fire bottle / cylinder fire extinguisher
  fire ext > extinguisher fire / extinguisher | fire extinguisher > extinguisher fire
  halon bottle > extinguisher fire | squib > cartridge fire extinguisher / cartridge
  fire loop > sensing element fire / detector fire / overheat loop
  fire wire > sensing element fire / detector fire | smoke det > detector smoke / smoke detector
  fire handle > handle fire / switch fire
  windscreen > windshield panel aircraft / windshield / glass windshield
  windshield = windshield panel aircraft
  windscreen wiper > wiper windshield / blade windshield wiper
  wiper blade > blade windshield wiper / blade wiper
  cockpit window > window panel aircraft / window | cabin window > window panel aircraft / window
  canopy > canopy movable / canopy
  access panel > cover access aircraft / door access / panel access
  inspection panel > cover access aircraft / cover access / panel access
  access cover > cover access aircraft / cover access
  access door > door access aircraft / door access | hatch > door access / hatch
  door handle > handle door | aileron bellcrank > bell crank aileron / bell crank
  control cable > wire rope assembly / cable control
  flight control cable > wire rope assembly / cable control
  push pull tube > rod control / push pull rod / connecting link
  pushrod > rod push / connecting link rigid / push rod
  push rod > connecting link rigid / rod push | control rod > connecting link rigid / rod control
  pulley > pulley groove / pulley | fairlead > fairlead / guide cable
  yoke > control wheel / control column / yoke
  stick > control stick aircraft / grip control stick | joystick > control stick aircraft
  control stick > control stick aircraft | stick grip > grip control stick / grip assembly
  throttle > lever power control / control throttle / throttle
  power lever > lever power control / lever
  trim actuator > actuator trim / actuator electro mechanical linear
  trim motor > motor trim / actuator trim | jackscrew > actuator jackscrew / jack screw
  jack screw > actuator jackscrew / actuator mechanical | flap motor > motor flap / actuator flap
  stab > stabilizer | h stab > stabilizer horizontal | v stab > stabilizer vertical
  stabiliser > stabilizer | tailplane > stabilizer horizontal | fin > stabilizer vertical / fin
  deice boot > boot deicing / deicer aircraft | de ice boot > boot deicing / deicer aircraft
  deicer > de icer / boot deicing | main rotor blade > blade rotary wing
  rotor blade > blade rotary wing / blade rotary rudder | mrb > blade rotary wing
  tail rotor blade > blade rotary rudder | trb > blade rotary rudder
  rotor hub > hub rotor helicopter / hub rotor | rotor head > head rotary wing / hub rotor
  swash plate > swashplate | swashplate = swash plate
  mgb > transmission mechanical helicopter / gearbox main
  main gearbox > transmission mechanical helicopter / gearbox main
  xmsn > transmission mechanical / transmission
  pitch link > link pitch / rod pitch control / connecting link | skid shoe > shoe skid
  cargo hook > hook cargo / hook assembly cargo
  rescue hoist > hoist aircraft rescue / winch aircraft mounted
  winch > winch aircraft mounted / winch | mlg > landing gear main / landing gear
  nlg > landing gear nose / landing gear | main gear > landing gear main / landing gear
  nose gear > landing gear nose / landing gear | drive shaft = driveshaft
  coffee maker = coffeemaker | coffee pot > pot coffee / coffeemaker / coffee maker
  yaw damp > yaw damper`;
