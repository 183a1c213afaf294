// Trade names beyond aviation, British and American names, and names of similar parts.
//
// Sources: Federal item names (DLA Cataloging Handbook H6); CAP 562 of the British CAA; glossaries
// of FAA-H-8083-30 to 32 and of the Helicopter Flying Handbook (FAA-H-8083-21).

/**
 * `written > meaning / other meaning`; `=` means both ways. `~` are names of similar parts, for
 * entries that find nothing otherwise.
 */
export const tradeTerms = `
  undercarriage > landing gear | u c > landing gear | flame tube > liner combustion chamber
  combustion liner > liner combustion chamber | combustor liner > liner combustion chamber
  jet pipe > pipe exhaust / duct exhaust / exhaust pipe
  exhaust pipe > pipe exhaust / duct exhaust | gudgeon pin > pin piston | wrist pin > pin piston
  airscrew > propeller | silencer > muffler exhaust / muffler | spats > fairing wheel
  wheel pants > fairing wheel | torch > flashlight | earth strap > strap bonding / lead electrical
  earth lead > lead electrical / lead grounding | spanner > wrench | ring spanner > wrench box
  allen key > key socket head screw / wrench hex | hex key > key socket head screw / wrench hex
  allen wrench > key socket head screw / wrench hex
  hex wrench > key socket head screw / wrench hex | stanley knife > knife craftsman
  side cutters > pliers diagonal cutting | crimpers > crimping tool terminal
  jump leads > cable booster / cable power electrical
  jumper cable > cable booster / cable power electrical | jump cable > cable booster
  extension lead > cord extension / cord assembly
  extension cable > cord extension / cable assembly
  extension cord > cord extension / cord assembly | genset > generator set
  gen set > generator set | chute > parachute | drogue > parachute drogue / parachute
  airstair > staircase aircraft / stairs / ladder boarding
  airstairs > staircase aircraft / stairs / ladder boarding
  boarding stairs > staircase aircraft boarding / stairs | lav > lavatory
  lav cart > lavatory servicing | lavatory truck > lavatory servicing | pax > passenger
  sems screw > screw assembled washer | sems bolt > bolt assembled washer
  sems > screw assembled washer | tee fitting > tee tube / tee pipe / tee
  t fitting > tee tube / tee pipe / tee | t piece > tee tube / tee
  reducer fitting > reducer tube | cross fitting > cross tube
  plug fitting > plug pipe / plug tube | suction gauge > gage vacuum | suction gage > gage vacuum
  vacuum gauge > gage vacuum / indicator vacuum | vvi > indicator vertical velocity
  vario > indicator vertical velocity | t and b > indicator turn and slip
  ball indicator > indicator slip / inclinometer | slip ball > indicator slip / inclinometer
  bear paw > shoe skid / pad skid | bear paws > shoe skid / pad skid | skid shoe > shoe skid
  repair kit = parts kit | repair kit = repair set | overhaul kit > parts kit / repair kit
  rebuild kit > parts kit / repair kit | service kit > parts kit / maintenance kit
  seal kit > parts kit seal / seal set | gasket kit > gasket set
  sealant = sealing compound | sealer > sealing compound / sealant
  o ring kit > o ring set / packing preformed set | hardware kit > hardware kit / parts kit
  edge light panel > panel edge lit | edgelight > edge lit | edge lighted > edge lit
  edgelit > edge lit | lightplate > panel edge lit / panel indicator
  light plate > panel edge lit | fuel sender unit > transmitter liquid quantity
  level sender > transmitter liquid quantity
  fuel quantity transmitter > transmitter liquid quantity
  quantity transmitter > transmitter liquid quantity | fuel level > liquid quantity / liquid level
  oil level > liquid quantity / liquid level
  egt indicator > indicator temperature thermocouple / pyrometer indicating
  egt gage > indicator temperature thermocouple / pyrometer indicating
  tot indicator > indicator temperature thermocouple
  tot gage > indicator temperature thermocouple
  itt indicator > indicator temperature thermocouple
  cht gage > indicator temperature thermocouple
  torque gage > indicator torquemeter / indicator torque
  torque indicator > indicator torquemeter | n1 gage > indicator electrical tachometer
  n2 gage > indicator electrical tachometer | speed indicator > indicator air speed
  man pressure gage > gage pressure manifold
  shock absorber > strut landing gear / shock strut / damper | dampener > damper
  pre cooler > precooler | air oil separator > separator oil
  breather > breather vent / vent breather | water separator > separator water
  tach drive > shaft flexible / adapter tachometer | crossbolt > bolt
  thru bolt > bolt machine / bolt tie | through bolt > bolt machine / bolt tie
  carriage bolt = bolt square neck | hex head > hexagon head
  hex cap screw > screw cap hexagon head | socket screw > screw cap socket head
  shoulder screw > screw shoulder / bolt shoulder | button head screw > screw cap socket head
  countersunk screw > screw machine / screw flat head | flat head screw > screw machine
  pan head screw > screw machine | sheet metal nut > nut sheet spring
  cage nut > nut clip / nut retained | hexagon nut = nut plain hexagon
  12 point > double hexagon | 12 pt > double hexagon | 12 point bolt > bolt double hexagon
  12 point nut > nut double hexagon | radial ball bearing > bearing ball annular
  radial bearing > bearing ball annular / bearing roller
  flange nut > nut self locking extended washer / nut plain extended washer
  flanged nut > nut self locking extended washer / nut plain extended washer
  axial fan > fan vaneaxial / fan axial | wind meter > anemometer
  full nut > nut plain hexagon | thin nut > nut plain hexagon | square nut > nut plain square
  cap nut > nut plain cap | weld nut > nut plain weld
  coupling nut > nut tube coupling / nut coupling | ring nut > nut plain round
  internal tooth washer > washer lock | external tooth washer > washer lock
  large washer > washer flat | cup washer > washer finishing / washer cup
  sealing washer > gasket / washer sealing / packing with retainer
  stat o seal > packing with retainer | bonded seal > packing with retainer / gasket
  dowty seal > packing with retainer / gasket | dowty washer > packing with retainer / gasket
  grooved pin > pin grooved | quick pin > pin quick release | detent pin > pin quick release
  piano wire hinge > hinge butt | cotter pins kit > cotter pin assortment
  clip on nut > nut clip / nut sheet spring | push nut > push on nut / nut push on
  lube fitting > fitting lubrication | zert > fitting lubrication
  zerk nipple > fitting lubrication | oil jet > jet oil / nozzle lubricating
  fuel spray nozzle > nozzle fuel injection / spray nozzle fuel | swash > swashplate
  mast nut > nut mast | droop stop > stop droop / stop static | t t strap > strap tension torsion
  tt strap > strap tension torsion | elastomeric bearing > bearing elastomeric / bearing assembly
  dynamic stop > stop static | lead lag damper > damper hub / damper main rotor
  pitch change link > link pitch / pitch link | pc link > pitch link | pcl > pitch link
  flybar > stabilizer rotary wing | stabilizer bar > stabilizer rotary wing
  tail rotor > rotary rudder / tail rotor | t r > tail rotor | m r > main rotor
  anti torque rotor > tail rotor / rotary rudder | antitorque > tail rotor / rotary rudder
  anti torque > tail rotor / rotary rudder | stinger > skid tail / guard tail rotor
  tail rotor blade > blade rotary rudder / blade tail rotor
  main rotor hub > hub rotor helicopter / head rotary wing | main blade > blade rotary wing
  rescue sling > sling rescue | horse collar > sling rescue / sling survivors
  strop > sling rescue | flares > signal illumination | float bag > bag flotation / float
  floats > float / bag flotation | sound blanket > blanket sound controlling / blanket insulation
  soundproofing > blanket sound controlling / panel soundproofing
  insulation bag > blanket insulation | headliner > panel cabin / panel overhead
  sidewall > panel sidewall | carpet > carpet aircraft / floor covering | kick plate > scuff plate
  kickplate > scuff plate | threshold plate > threshold / scuff plate
  non skid > non slip / walkway | non skid tape > safety walk non slip / walkway
  non slip tape > safety walk non slip / walkway | anti skid tape > walkway / safety walk non slip
  wing walk > walkway wing | speed tape > tape aluminum / tape foil
  chafe patch > patch chafing / strip chafing
  quick release fastener > fastener turnlock / stud turnlock fastener
  butterfly valve > valve butterfly | gate valve > valve gate | needle valve > valve needle
  ball valve > valve ball | check vlv > valve check
  anti ice valve > valve anti icing / valve assembly anti icing | anti ice > anti icing / anti ice
  fire loop clamp > clamp loop | fuel shutoff > valve shutoff fuel
  firewall shutoff > valve shutoff | crossfeed valve > valve shutoff fuel / valve fuel
  ground lock pin > pin ground safety / pin lock | downlock pin > pin ground safety
  gear pin > pin ground safety | rbf pin > pin ground safety
  remove before flight > streamer warning
  engine plug > plug aircraft ground / cover aircraft ground | inlet cover > cover aircraft ground
  intake plug > cover aircraft ground | pitot cover > cover pitot / cover assembly pitot
  engine cover > cover aircraft ground / cowl | tail stand > stand tail
  engine stand > stand aircraft engine
  work platform > maintenance platform | deice truck > spraying unit deicing
  deicing truck > spraying unit deicing | de ice truck > spraying unit deicing
  deicer truck > spraying unit deicing | seat pan > bottom aircraft seat / pan seat
  maintenance stand > maintenance platform / stand maintenance | work stand > maintenance platform
  b4 stand > maintenance platform | b 4 stand > maintenance platform
  engine sling > sling aircraft engine / sling lifting | tow tug > tractor wheeled aircraft towing
  towhead > towbar | ground handling wheels > wheel set transport | condenser = capacitor
  choke > reactor / coil | transistor radio > receiver radio
  spade terminal > terminal quick disconnect | banana plug > plug tip
  bnc > connector bnc / connector plug electrical
  coax connector > connector plug electrical / connector
  rf connector > connector plug electrical | d sub > connector receptacle electrical
  db connector > connector receptacle electrical | mil plug > connector plug electrical
  master switch > switch toggle / switch | dimmer > resistor variable / control light
  rheostat = resistor variable | beeper > buzzer / horn | horn speaker > loudspeaker
  sonalert > horn / alarm audible | warning horn > horn / alarm audible
  cvr ulb > beacon underwater locator | elt battery > battery storage / battery pack
  main ship battery > battery storage
  lithium battery > battery nonrechargeable / battery storage | dry cell > battery nonrechargeable
  door stop > doorstop / stop door | gas spring > cylinder door / strut gas
  gas strut > spring gas / strut | prop rod > rod hold open / support rod
  bungee > cord bungee / cord shock / cord elastic
  shock cord > cord elastic / cord shock / end cord shock
  wind screen > windshield panel aircraft / windshield
  side window > window panel aircraft / window | chin bubble > window panel aircraft / window chin
  bubble window > window panel aircraft | cockpit door > door crew / door cockpit
  crew door > door crew | pax door > door passenger | cargo door > door cargo
  baggage door > door baggage | oil sight glass > indicator sight liquid / sight glass
  sight gauge > indicator sight liquid | sight gage > indicator sight liquid
  sight glass > indicator sight liquid / sight glass | rear ~ aft / back | front ~ forward
  fore ~ forward | port ~ left hand | starboard ~ right hand | top ~ upper | bottom ~ lower
  rubber ~ nonmetallic | plastic ~ nonmetallic | nylon ~ nonmetallic | cockpit ~ crew
  flight deck ~ crew / cockpit | pilots ~ crew | gage ~ indicator / sensor | indicator ~ gage
  sender ~ transmitter / sensor / transducer
  sensor ~ transmitter / transducer / probe / detector / switch
  transducer ~ transmitter / sensor | transmitter ~ sensor / transducer / sender
  probe ~ sensor / transmitter | bulb ~ lamp | detector ~ sensor / switch
  bracket ~ support / mount / fitting | mount ~ support / bracket / mounting
  support ~ bracket / mount | fitting ~ support / bracket / adapter | hanger ~ support / bracket
  holder ~ bracket / support / clip | clip ~ clamp | clamp ~ clip / strap | band ~ clamp / strap
  strap ~ webbing / band | belt ~ strap / harness | cover ~ cap / panel / door / case
  lid ~ cover / cap | hatch ~ door | panel ~ cover / door | guard ~ shield / cover
  shroud ~ shield / cover | housing ~ case / body | casing ~ case / housing
  body ~ housing / case | box ~ case / unit | light ~ lamp | lamp ~ light | hose ~ tube / line
  pipe ~ tube / hose / duct | line ~ tube / hose / hydraulic line | tube ~ pipe / hose / duct
  duct ~ tube / hose | cable ~ lead / wire / cord | lead ~ cable / wire / cord
  wire ~ cable / lead | cord ~ cable / rope | rope ~ cord / line | transmission ~ gearbox
  gearbox ~ transmission / gear box | gear ~ pinion | reservoir ~ tank | tank ~ reservoir / cell
  bottle ~ cylinder / tank | canister ~ container / case | pump ~ booster pump | motor ~ actuator
  actuator ~ motor / cylinder / servocylinder | servo ~ actuator / servocylinder
  cart ~ trailer / truck / dolly | trolley ~ dolly / cart / trailer | truck ~ trailer
  washer ~ spacer / shim | spacer ~ washer / bushing / sleeve | bushing ~ sleeve / bearing
  collar ~ sleeve / ring | ring ~ collar / retainer | retainer ~ plate / ring
  seal ~ packing / gasket / boot | gasket ~ seal / packing | boot ~ cover / seal
  arm ~ lever / link | lever ~ arm / handle | handle ~ lever / grip / knob | grip ~ handle
  rod ~ link / tube | link ~ rod / arm | shaft ~ axle / rod | axle ~ shaft | pin ~ bolt
  bolt ~ screw | screw ~ bolt | stud ~ bolt / screw | disc ~ plate | plate ~ panel / doubler
  fan ~ blower / impeller | blower ~ fan | lock ~ latch | latch ~ lock / catch | catch ~ latch
  stairs ~ staircase / ladder | steps ~ ladder / step / staircase | ladder ~ staircase / step
  radio ~ receiver transmitter / transceiver / receiver | monitor ~ display / indicator
  screen ~ display / filter | filter ~ strainer / screen | strainer ~ filter / screen
  valve ~ regulator / cock | regulator ~ governor / valve | governor ~ regulator / control
  controller ~ control / control unit | control ~ controller / control unit
  computer ~ control unit / processor | amplifier ~ control | coupling ~ adapter / connector
  adapter ~ coupling / fitting | connector ~ plug / receptacle | plug ~ connector / cap
  socket ~ receptacle / connector | jack ~ receptacle / connector | relay ~ contactor
  contactor ~ relay | pushbutton ~ switch | jig ~ fixture / tool | fixture ~ tool
  platform ~ stand / dock | dock ~ platform / stand | stand ~ platform / dolly
  termination ~ terminator | knob ~ handle | cushion ~ pad | pad ~ cushion | net ~ netting
  sling ~ strap / harness | vest ~ life preserver | carrier ~ support / retainer`;
