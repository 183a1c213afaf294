// Abbreviations of drawings and parts lists, beyond those that names and entries fold alike.
//
// Sources: Abbreviations and Acronyms for Use on Drawings and Related Documents (ASME Y14.38), and
// MIL-STD-12, which it replaced; Federal item names (DLA Cataloging Handbook H6).

/** `written > meaning / other meaning`. */
export const drawingTerms = `
  acous > acoustic | alm > alarm | amm > ammeter | atten > attenuator | aud > audio
  auto > automatic | comb > combustion | comm > communication / communications
  commun > communication | cplr > coupler | dsply > display | enc > encoder | evap > evaporator
  extn > extension | fil > filter / filament | gd > guard | genr > generator | gr > gear
  grbx > gearbox | gbx > gearbox | hk > hook | illum > illumination | imp > impeller
  injr > injector | intlk > interlock | intk > intake | intph > interphone | lmp > lamp
  lt > light | lndg > landing | lvl > level | mem > memory | mic > microphone | mon > monitor
  mux > multiplexer | mxr > mixer | opt > optical | pdl > pedal | proc > processor
  psgr > passenger | pul > pulley | recdr > recorder | rmte > remote | rx > receiver
  sft > shaft | spdl > spindle | spl > special | spt > support | stbd > right hand
  stor > storage | str > strut / straight | strp > strap | tmr > timer | tstr > tester
  tx > transmitter | txr > transmitter
  1st > first | 2nd > second | 3rd > third
  abs > absolute | abv > above | access > accessory | actg > actuating
  adj > adjustable / adjusting | alc > alcohol | altm > altimeter | altn > alternator
  anlr > annular | aux > auxiliary | bal > balance | bdg > bonding | bfl > baffle | bhd > bulkhead
  blkhd > bulkhead | blk > block | blkt > blanket | blt > bolt | blwr > blower | bkt > bracket
  bkts > bracket | bndg > bonding | brk > brake | brkg > braking | brzg > brazing | bsh > bushing
  btfl > butterfly | btn > button | cart > cartridge | cer > ceramic | chan > channel
  chmbr > chamber | chnl > channel | cir > circular | clnr > cleaner | clr > cooler | clp > clip
  cltch > clutch | clvs > clevis | cmbr > chamber | cmpnt > component | cmprsr > compressor
  cmptr > computer | cntr > center | cntrlr > controller | cntnr > container | coll > collar
  combr > combustor | compt > compartment | compsn > composition | compr > compressor
  cond > conductor | condr > condenser | cont > control | contr > controller | conv > converter
  cov > cover | cpld > coupled | crkshft > crankshaft | crnkshft > crankshaft | csg > casing
  csk > countersunk | cstg > casting | cush > cushion | cyln > cylinder | dbl > double
  dbler > doubler | decal > plate marking / decal | defl > deflector | dehyd > dehydrator
  diaph > diaphragm | diff > differential | diffr > diffuser | dir > direction
  dischg > discharge | disch > discharge | discn > disconnect | dly > delay | dmpr > damper
  drn > drain | drvn > driven | dvdr > divider | ejctr > ejector | elb > elbow
  elect > electric / electrical / electronic | elctd > electrode | elmt > element
  encl > enclosure | eqpt > equipment | exch > exchanger | extgh > extinguisher
  extng > extinguisher | extr > extractor | fila > filament | fld > fluid / field
  flr > floor / filler | flp > flap | flngd > flanged | flxbl > flexible | frm > frame
  fstnr > fastener | fus > fuselage | fxtr > fixture | ga > gage | gov > governor
  govr > governor | grd > ground / guard | grp > group / grip | gsk > gasket | gyro > gyroscope
  hdl > handle | hdlg > handling | hex > hexagon | hlcl > helical | helo > helicopter
  hngr > hanger | hnge > hinge | hng > hinge | hp > high pressure | hps > high pressure
  hse > hose | htg > heating | htexch > heat exchanger | hydm > hydrometer | idlr > idler
  ign > ignition | igntr > igniter | implr > impeller | impl > impeller | incand > incandescent
  incr > increaser | indctr > indicator | inlt > inlet | instmt > instrument
  intcom > intercommunication | inv > inverter | invtr > inverter | isol > isolator
  jct > junction | jctn > junction | jnt > joint | jt > joint | kt > kit | lch > latch
  ltch > latch | ldg > landing | ldr > ladder | lin > linear | lkg > locking | lk > lock / link
  lkwshr > washer lock / lockwasher | lub > lubrication | lube > lubricating / lubrication
  lube oil > lubricating oil | magn > magnetic | maint > maintenance | mdl > module
  mech > mechanical | mldg > molding | moist > moisture | mot > motor | mtr > motor / meter
  mt > mount | mnt > mount | nld > needle | ndl > needle | nonmet > nonmetallic
  nmet > nonmetallic | noz > nozzle | nozl > nozzle | npl > nipple | ntwk > network
  ohd > overhead | oil clr > cooler lubricating oil / cooler oil | opr > operator
  osc > oscillator | otlt > outlet | outlt > outlet | overhd > overhead | ovhd > overhead
  ovrd > override | pkg > packing / package | pl > plate | plt > plate / pilot | plnm > plenum
  pltd > plated | plyr > pulley | pnlg > paneling | pntr > pointer | pos > position
  preamp > preamplifier | press > pressure | prfmd > preformed | prot > protective
  protr > protector | psh > push | pstn > piston | psu > power supply / passenger service unit
  ps > power supply | ptr > pointer | pwr sply > power supply | qr > quick release
  rad > radio / radiator | radr > radar | rcdr > recorder | rcpt > receptacle | rcvg > receiving
  rdcr > reducer | rdr > radar | recp > receptacle | recpt > receptacle | recirc > recirculation
  refl > reflector | refrig > refrigerator | resv > reservoir | rsvr > reservoir | rgtr > register
  rheo > rheostat | rlf > relief | rls > release | rnd > round
  rod end brg > bearing plain rod end | rot > rotor / rotary | rtr > rotor | rtry > rotary
  rud > rudder | rvsr > reverser | self lkg > self locking | selflkg > self locking
  sensr > sensor | sep > separator | shk > shock | shkl > shackle | shtdn > shutdown
  shtf > shutoff | sldr > slider | slvg > sleeving | smk > smoke | snap rg > ring retaining
  snp > snap | sndr > sender | sply > supply | splr > spoiler | spnr > spinner | sprkt > sprocket
  stbl > stabilizer | stg > stage | stiff > stiffener | stpr > stopper
  struct > structural / structure | strtr > starter | submg > submerged | supp > support
  suppr > suppressor | surf > surface | susp > suspension | svo > servo | swvl > swivel
  sync > synchro | synchr > synchronizer | tbg > tubing | tgl > toggle | tgl sw > switch toggle
  thermo > thermostat / thermometer | thermst > thermostat | thml > thermal | thrm > thermal
  thrmcpl > thermocouple | tc > thermocouple | thrst > thrust | thrtl > throttle | thrt > throttle
  thrd > threaded | tnk > tank | tprd > tapered | trk > track | trml > terminal
  trnbkl > turnbuckle | trnsdcr > transducer | tub > tubing | univ > universal | utl > utility
  vac > vacuum | vac pump > pump vacuum | var > variable | vel > velocity
  vent > ventilating / ventilator | volt > voltage | vrtcl > vertical | vtr > vibrator
  warn > warning | whl brg > bearing wheel / bearing roller tapered | winsh > windshield
  wdw > window | wdo > window | wg > wing | wrg > wiring | wrng > wiring | ws > windshield
  xcvr > receiver transmitter / transceiver | xducer > transducer | x former > transformer
  xformer > transformer
  xmitter > transmitter | xmtr rcvr > receiver transmitter | xtal > crystal`;
