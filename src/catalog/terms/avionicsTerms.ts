// Avionics, instruments and electrical parts as mechanics name them.
//
// Sources: ICAO Abbreviations and Codes (Doc 8400); Aviation Maintenance Technician Handbook,
// Airframe (FAA-H-8083-31), glossary; Joint Aircraft System/Component Code Table of the FAA (JASC),
// chapters 22, 23, 24, 31, 33 and 34.

/** `written > meaning / other meaning`; `=` means both ways. */
export const avionicsTerms = `
  xpdr > transponder / transponder set / receiver transmitter transponder | xponder > transponder
  xpndr > transponder | squawk box > transponder | sqwk > transponder
  atc transponder > transponder | mode s > transponder mode s / transponder
  fdr = flight data recorder | fdr > recorder flight data / recorder signal data / recorder
  dfdr = digital flight data recorder | dfdr > recorder digital flight data / recorder flight data
  cvr = cockpit voice recorder
  cvr > recorder cockpit voice / recorder voice / recorder sound / cover
  black box > recorder flight data / flight data recorder / recorder signal data
  qar = quick access recorder | qar > recorder quick access | fdau = flight data acquisition unit
  dfdau = digital flight data acquisition unit | fdiu = flight data interface unit
  elt = emergency locator transmitter
  elt > beacon set radio / transmitter emergency locator / radio beacon
  epirb > beacon set radio / transmitter beacon | ulb = underwater locator beacon
  ulb > beacon sonar / beacon acoustic / beacon underwater locator
  pinger > beacon underwater locator / underwater locator beacon
  tacan = tactical air navigation | tacan > navigation set tactical air | ndb > direction finder
  iff > transponder / interrogator set / radio identification
  uhf > ultra high frequency / radio set uhf
  loran > navigation set loran | mls > microwave landing system | wow > weight on wheels
  adf = automatic direction finder | adf > direction finder automatic / direction finder set
  dme = distance measuring equipment | dme > distance measuring / interrogator set distance
  vor > receiver navigation / receiver radio navigation / omnirange
  nav rx > receiver navigation / receiver radio navigation
  ils > receiver instrument landing / glide slope receiver / receiver radio navigation
  glideslope > glide slope | loc rx > receiver localizer
  mkr > marker beacon / receiver marker beacon
  marker rx > receiver marker beacon / marker beacon
  gps > navigation set satellite signals / global positioning / receiver gps / gps
  gps antenna > antenna gps / antenna satellite / antenna
  gnss > navigation set satellite signals / gps | irs = inertial reference system
  iru = inertial reference unit | ins > inertial navigation | imu = inertial measurement unit
  iru > inertial reference / navigation unit inertial | ahrs = attitude heading reference system
  ahru = attitude heading reference unit | adiru = air data inertial reference unit
  adirs = air data inertial reference system | adm = air data module | adc = air data computer
  adc > computer air data | cadc > computer air data | dadc > computer air data
  fmc = flight management computer | fmc > computer flight management
  fms = flight management system | fmgc = flight management guidance computer
  cdu = control display unit | mcdu = multipurpose control display unit
  mcdu > control display unit | fcc = flight control computer | fcc > computer flight control
  elac = elevator aileron computer | sec > spoiler elevator computer
  fac = flight augmentation computer | fd > flight director / computer flight director
  a p > autopilot | ap > autopilot | auto pilot > autopilot
  autopilot servo > servo autopilot / actuator autopilot
  at servo > servo autothrottle / autothrottle | a t > autothrottle | autothrottle = auto throttle
  yd > yaw damper | yaw damper servo > servo yaw damper / yaw damper | mcp = mode control panel
  fcu > fuel control / flight control unit / fuel control unit | pfd = primary flight display
  nd > navigation display | mfd = multifunction display
  efis > electronic flight instrument / display unit
  eicas = engine indicating crew alerting system
  ecam > display unit / electronic centralized aircraft monitor
  crt > display unit / tube electron | du > display unit
  lcd > display liquid crystal / display unit | hud = head up display
  hgs > head up guidance / head up display
  eadi > indicator attitude director / attitude director indicator
  adi > indicator attitude / indicator attitude director | ehsi > indicator horizontal situation
  hsi > indicator horizontal situation / indicator heading
  artificial horizon > indicator attitude | horizon > indicator attitude
  attitude gyro > indicator attitude / gyroscope attitude
  dg > gyroscope directional / indicator heading / gyro directional
  directional gyro > gyroscope directional / indicator heading
  rmi > indicator radio magnetic / radio magnetic indicator / indicator bearing heading
  avionics > electronic equipment / electronic
  vsi > indicator vertical velocity / indicator vertical speed / indicator rate of climb
  ivsi > indicator vertical velocity / indicator vertical speed
  rate of climb > indicator vertical velocity / indicator rate of climb
  vertical speed indicator > indicator vertical velocity
  asi > indicator air speed / indicator airspeed
  airspeed indicator > indicator air speed / indicator airspeed | airspeed > air speed
  turn coordinator > indicator turn and slip / indicator turn
  turn and bank > indicator turn and slip | altimtr > altimeter
  encoding altimeter > altimeter encoder / altimeter pressure encoder / encoder altimeter
  encoder > encoder altimeter / altimeter encoder / encoder
  rad alt > altimeter radio / radio altimeter / electronic altimeter
  radalt > altimeter radio / radio altimeter / electronic altimeter
  radar altimeter > altimeter radar / radio altimeter / electronic altimeter
  lrra > altimeter radio / radio altimeter
  ra tx > receiver transmitter radio altimeter / radio altimeter | compass > compass magnetic
  whiskey compass > compass magnetic mounted / compass magnetic | wet compass > compass magnetic
  standby compass > compass magnetic
  flux valve > transmitter induction compass / valve flux / compass
  tach > tachometer / indicator tachometer | tacho > tachometer / indicator electrical tachometer
  tach gen > generator tachometer / tachometer generator
  tacho gen > generator tachometer / tachometer generator
  rpm gauge > tachometer / indicator electrical tachometer
  rpm indicator > indicator electrical tachometer / tachometer
  egt > exhaust gas temperature / indicator exhaust gas temperature
  egt probe > thermocouple / probe exhaust gas temperature / thermocouple immersion
  cht > cylinder head temperature / thermocouple
  itt > interstage turbine temperature / indicator turbine temperature
  oat > outside air temperature / indicator temperature / thermometer
  oat gauge > thermometer self indicating bimetallic / indicator temperature
  oat probe > sensor temperature / probe temperature
  tat probe > probe total air temperature / sensor temperature / probe temperature
  rtd > sensor temperature resistance / sensor temperature
  temp bulb > bulb temperature / transmitter temperature / sensor temperature
  temp probe > sensor temperature / probe temperature | thermocouple probe > thermocouple
  aoa > angle of attack | aoa vane > transmitter angle of attack / sensor angle of attack / aoa
  aoa sensor > sensor angle of attack / transmitter angle of attack / aoa
  alpha vane > transmitter angle of attack / aoa
  stall warner > transmitter stall / detector stall / switch stall warning
  pitot > tube pitot / pitot tube / pitot head
  pitot probe > tube pitot / pitot tube / pitot head
  pitot static tube > tube pitot static / tube pitot | prox > proximity
  prox sensor > sensor proximity / proximity sensor / switch proximity
  prox switch > switch proximity / switch sensitive / sensor proximity
  prox probe > sensor proximity / proximity sensor
  proximity detector > sensor proximity / switch proximity
  pseu = proximity switch electronics unit | pseu > proximity sensor electronics unit
  wow switch > switch weight on wheels / switch squat / switch sensitive
  squat switch > switch weight on wheels / switch sensitive
  micro switch > switch sensitive / microswitch | microswitch > switch sensitive / micro switch
  limit switch > switch sensitive / switch limit | rocker switch > switch rocker
  toggle > switch toggle | pushbutton > switch push | push button > switch push
  korry switch > switch push / light indicator | press to test light > light indicator
  mic > microphone | handmike > microphone | hand mic > microphone
  headset > headset microphone / headset | spkr > loudspeaker | speaker > loudspeaker / speaker
  acp = audio control panel
  audio panel > control intercommunication set / panel audio / control audio
  intercom > intercommunication set / intercommunication station
  ics box > intercommunication set | comm > communication / communications
  com radio > receiver transmitter radio / radio set | vhf > very high frequency / radio set vhf
  vhf comm > receiver transmitter radio / radio set
  hf radio > receiver transmitter radio / radio set
  rtu > radio tuning unit / receiver transmitter | transceiver = receiver transmitter
  r t > receiver transmitter | rt unit > receiver transmitter
  selcal > decoder selective call / selective call | satcom > satellite communication
  acars > communications addressing / management unit
  tcas = traffic alert collision avoidance system
  tcas > computer collision avoidance / traffic collision avoidance
  gpws = ground proximity warning system
  gpws > computer ground proximity warning / ground proximity warning
  egpws = enhanced ground proximity warning system
  egpws > enhanced ground proximity / ground proximity warning
  taws > terrain awareness / ground proximity warning
  wxr > radar weather / weather radar / radar set
  wx radar > weather radar / radar set / radar weather | radar dome > radome
  nose radome > radome | nose cone > radome / cone nose | aerial > antenna
  ant coupler > coupler antenna | blade antenna > antenna
  static wick > discharger electrostatic / static discharger
  static discharger > discharger electrostatic
  wick > discharger electrostatic / static discharger | ckt bkr = circuit breaker | bkr > breaker
  c b > circuit breaker | cb > circuit breaker | circuit bkr > circuit breaker
  popper > circuit breaker
  cannon plug > connector plug electrical / connector electrical / connector
  cannon connector > connector plug electrical / connector receptacle electrical / connector
  amphenol > connector plug electrical / connector
  amphenol plug > connector plug electrical / connector
  canon plug > connector plug electrical / connector plug / connector
  receptacle > connector receptacle electrical / connector receptacle / receptacle
  wall plug > connector plug electrical
  backshell > connector adapter / clamp cable electrical connector / backshell
  back shell > connector adapter / clamp cable electrical connector
  plug pin > contact electrical | crimp pin > contact electrical
  connector pin > contact electrical | socket contact > contact electrical
  ring terminal > terminal lug | wire lug > terminal lug | lug > terminal lug
  faston > terminal quick disconnect | butt splice > splice conductor
  splice > splice conductor / splice | terminal strip > terminal board
  term block > terminal board / block terminal | terminal block > terminal board / block terminal
  loom > wiring harness / harness wiring / cable assembly
  wire loom > wiring harness / wire harness / harness
  wire bundle > wiring harness / wire harness / cable assembly
  wire harness > wiring harness / harness wiring | pigtail > lead electrical / cable assembly
  ground strap > lead electrical / strap bonding
  bonding strap > lead electrical / strap bonding / bonding jumper
  bonding jumper > lead electrical / strap bonding | jumper > lead electrical / jumper
  coax > cable radio frequency / cable coaxial
  coax cable > cable radio frequency / cable coaxial
  shrink tube > insulation sleeving / sleeving
  heat shrink > insulation sleeving / sleeving heat shrink | spaghetti > insulation sleeving
  gen > generator | gcu = generator control unit | bpcu = bus power control unit
  gcr > relay generator control | genny > generator | alt > alternator
  tru = transformer rectifier unit
  tru > power supply transformer rectifier / transformer rectifier
  inverter > inverter power static / inverter | static inverter > inverter power static
  volt reg > regulator voltage | vr > regulator voltage
  contactor > relay electromagnetic / contactor magnetic
  batt relay > relay battery / relay electromagnetic
  bus tie contactor > contactor magnetic / relay bus tie
  ni cad > battery storage / battery nickel cadmium
  nicad > battery storage / battery nickel cadmium | ships battery > battery storage
  main battery > battery storage / battery | pot > resistor variable / potentiometer
  potentiometer = resistor variable | light bulb > lamp incandescent / bulb / lamp
  bulb > lamp incandescent / lamp / bulb | led > lamp led / diode light emitting
  nav light > light navigational aircraft / light navigation / light
  position light > light navigational aircraft / light position
  beacon light > light anticollision / light beacon | anti collision light > light anticollision
  strobe > light strobe / light anticollision | strobe light > light anticollision / light strobe
  landing light > light landing aircraft / lamp incandescent / light landing
  taxi light > light taxi / light landing | dome light > light dome / light utility
  map light > light map / light utility
  annunciator > light indicator / panel indicating / annunciator | light lens > lens light`;
