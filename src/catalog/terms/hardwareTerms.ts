// Fasteners, seals, bearings and fittings as mechanics name them.
//
// Sources: Aviation Maintenance Technician Handbook, General (FAA-H-8083-30) and AC 43.13-1B for
// the trade's names; Federal item names (DLA Cataloging Handbook H6) for what catalogs call them.

/** `written > meaning / other meaning`; `=` means both ways. */
export const hardwareTerms = `
  split pin > pin cotter / cotter pin | cotter key > pin cotter / cotter pin
  split cotter > pin cotter | cotter > pin cotter | splitpin > pin cotter
  castle nut > nut castellated / nut slotted / nut plain castellated / nut plain slotted
  castellated nut > nut castellated / nut slotted / nut castle
  crown nut > nut castellated / nut slotted / nut castle
  slotted nut > nut slotted / nut castellated | lock nut > nut self locking / nut plain / locknut
  locknut > nut self locking / nut plain | nyloc > nut self locking | nylock > nut self locking
  nylok > nut self locking | nyloc nut > nut self locking | nylock nut > nut self locking
  stop nut > nut self locking | elastic stop nut > nut self locking | esna > nut self locking
  fiber lock nut > nut self locking | stover nut > nut self locking
  prevailing torque nut > nut self locking
  nut plate > nut self locking plate / nut plate / nutplate
  nutplate > nut self locking plate / nut plate
  anchor nut > nut self locking plate / nut plate / nut anchor
  anchor plate > nut self locking plate
  gang channel > nut self locking gang channel / gang channel
  floating nut > nut self locking plate / nut floating
  dome nut > nut cap / nut self locking plate | acorn nut > nut plain cap / nut cap
  wing nut > nut plain wing / nut wing
  barrel nut > nut self locking barrel / nut plain barrel / nut barrel
  jam nut > nut plain hexagon / nut jam | check nut > nut plain hexagon / nut jam / nut check
  hex nut > nut plain hexagon / nut hexagon | spanner nut > nut plain round / nut spanner
  tinnerman > nut sheet spring / clip spring tension / nut spring
  tinnerman nut > nut sheet spring / nut spring | speed nut > nut sheet spring / nut spring
  u nut > nut sheet spring | clip nut > nut clip / nut sheet spring
  rivnut > nut plain blind rivet / nut blind rivet / rivet nut
  rivet nut > nut plain blind rivet / nut blind rivet | blind nut > nut plain blind rivet
  pop rivet > rivet blind | cherry rivet > rivet blind | cherry max > rivet blind
  cherrymax > rivet blind | cherry lock > rivet blind | cherrylock > rivet blind
  blind rivet > rivet blind | jo bolt > bolt blind / rivet blind / fastener blind
  huck bolt > pin rivet / pin lock / collar swaged / lockbolt | lockbolt > pin rivet / bolt lock
  hi lok > pin rivet threaded / pin threaded / bolt shear / hi lok
  hi lock > pin rivet threaded / pin threaded / bolt shear
  hilok > pin rivet threaded / bolt shear
  hi lok collar > nut self locking shear / collar / nut collar
  hi lite > pin rivet threaded / bolt shear | hi shear > pin rivet / rivet pin
  solid rivet > rivet solid | universal head rivet > rivet solid universal / rivet solid
  buck rivet > rivet solid | bucked rivet > rivet solid | skin rivet > rivet solid
  allen bolt > screw cap socket head | allen screw > screw cap socket head
  allen head > socket head | cap screw > screw cap | socket head cap screw > screw cap socket head
  grub screw > setscrew / screw set | set screw > setscrew / screw set | setscrew = set screw
  philips screw > screw machine / screw cross recess
  phillips screw > screw machine / screw cross recess | phillips head > cross recess
  sheet metal screw > screw tapping | self tapper > screw tapping | pk screw > screw tapping
  self tapping screw > screw tapping | wood screw > screw wood | lag bolt > screw lag
  truss head screw > screw machine | panel screw > screw machine / screw captive
  captive screw > screw captive / screw externally relieved body
  thumb screw > thumbscrew / screw thumb | thumbscrew = screw thumb | an bolt > bolt machine
  hex bolt > bolt machine / bolt hexagon | ez out > extractor screw
  close tolerance bolt > bolt close tolerance | shear bolt > bolt shear
  clevis bolt > bolt clevis | eye bolt > bolt eye / eyebolt | eyebolt > bolt eye | u bolt > bolt u
  banjo bolt > bolt fluid passage | hollow bolt > bolt fluid passage
  clevis pin > pin straight headed / pin clevis
  headed pin > pin straight headed / pin grooved headed
  dowel > pin straight headless / pin dowel | dowel pin > pin straight headless / pin dowel
  roll pin > pin spring | rollpin > pin spring | spring pin > pin spring
  sellock pin > pin spring | tension pin > pin spring
  taper pin > pin tapered plain / pin tapered | lynch pin > pin quick release / pin lock
  pip pin > pin quick release | quick release pin > pin quick release
  ball lock pin > pin quick release | hitch pin > pin lock / pin quick release
  shear pin > pin shear / pin straight | safety pin > pin safety / pin lock
  lock pin > pin lock / pin locking | fender washer > washer flat | plain washer > washer flat
  penny washer > washer flat | split washer > washer lock
  spring washer > washer lock / washer spring tension | star washer > washer lock
  shakeproof washer > washer lock | lockwasher = washer lock
  belleville washer > washer spring tension / washer spring | wave washer > washer spring tension
  wavy washer > washer spring tension | tab washer > washer key / washer tab / washer lock
  key washer > washer key | finishing washer > washer finishing / washer recessed
  dimple washer > washer recessed / washer countersunk
  thrust washer > washer thrust / bearing washer thrust | crush washer > gasket / washer crush
  copper washer > gasket / washer copper | snap ring > ring retaining | circlip > ring retaining
  c clip > ring retaining | e clip > ring retaining | e ring > ring retaining
  retaining ring > ring retaining | truarc > ring retaining | truarc ring > ring retaining
  seeger ring > ring retaining | lock ring > ring retaining / ring lock
  spirolox > ring retaining | o ring > packing preformed / o ring | oring > packing preformed
  orings > packing preformed | o ring seal > packing preformed / o ring
  packing ring > packing preformed | preformed packing > o ring | packing preformed > o ring
  quad ring > packing preformed | backup ring > retainer packing / ring backup
  back up ring > retainer packing / ring backup | teflon backup > retainer packing
  t seal > packing preformed / packing assembly | lip seal > seal plain encased / seal lip
  oil seal > seal plain encased / seal oil | shaft seal > seal plain encased / seal shaft
  grease seal > seal plain encased | crush gasket > gasket | mating seal > seal
  door seal > seal door / seal nonmetallic strip
  p seal > seal nonmetallic special shaped section / seal nonmetallic
  bulb seal > seal nonmetallic | rub strip > strip chafing / strip rub / chafing strip
  chafe strip > strip chafing | chafe tape > strip chafing / tape | ball bearing > bearing ball
  roller bearing > bearing roller | needle bearing > bearing roller needle
  rod end > bearing plain rod end / rod end | heim joint > bearing plain rod end
  heim bearing > bearing plain rod end | rose joint > bearing plain rod end
  rod end bearing > bearing plain rod end
  spherical bearing > bearing plain self aligning / bearing plain spherical / bearing spherical
  uniball > bearing plain self aligning / bearing plain spherical
  wheel bearing > bearing roller tapered / bearing wheel
  tapered bearing > bearing roller tapered | timken > bearing roller tapered
  bush > bushing sleeve / bushing | sleeve bushing > bushing sleeve
  flanged bush > bushing sleeve | bearing race > ring bearing / race bearing / cup tapered
  bearing cup > cup tapered roller bearing / ring bearing outer
  bearing cone > cone and rollers tapered / ring bearing inner | adel clamp > clamp loop
  p clamp > clamp loop | p clip > clamp loop | adel > clamp loop | cushion clamp > clamp loop
  loop clamp > clamp loop | jubilee clip > clamp hose | jubilee clamp > clamp hose
  hose clamp > clamp hose | worm clamp > clamp hose | hose clip > clamp hose
  v band > coupling clamp grooved / clamp v / coupling clamp
  v band clamp > coupling clamp grooved / coupling clamp
  marman clamp > coupling clamp grooved / coupling clamp | marman > coupling clamp grooved
  wiggins coupling > coupling tube / coupling clamp
  zip tie > strap tiedown electrical components / strap line supporting / strap tiedown
  cable tie > strap tiedown electrical components / strap line supporting / strap tiedown
  ty rap > strap tiedown electrical components / strap line supporting
  tie wrap > strap tiedown electrical components / strap line supporting
  lock wire > wire nonelectrical / lockwire / wire safety
  lockwire > wire nonelectrical / wire safety
  safety wire > wire nonelectrical / lockwire / wire safety
  dzus > stud turnlock fastener / fastener turnlock / stud turnlock
  dzus fastener > stud turnlock fastener / fastener turnlock | dzus stud > stud turnlock fastener
  camlock > stud turnlock fastener / stud assembly turnlock / fastener turnlock
  camloc > stud turnlock fastener / stud assembly turnlock / fastener turnlock
  quarter turn fastener > stud turnlock fastener / fastener turnlock
  airloc > stud turnlock fastener | dzus spring > spring turnlock / receptacle turnlock fastener
  camloc receptacle > receptacle turnlock fastener | press stud > stud snap fastener
  snap fastener > stud snap fastener / fastener snap
  velcro > fastener tape hook / fastener tape pile | hook and loop > fastener tape hook
  heli coil > insert screw thread | helicoil > insert screw thread
  keensert > insert screw thread | keysert > insert screw thread
  threaded insert > insert screw thread | thread insert > insert screw thread
  grease nipple > fitting lubrication | zerk > fitting lubrication
  zerk fitting > fitting lubrication | grease fitting > fitting lubrication
  alemite fitting > fitting lubrication | b nut > nut tube coupling / nut coupling
  tube nut > nut tube coupling | flare nut > nut tube coupling
  union fitting > adapter straight tube / union
  bulkhead union > adapter straight tube bulkhead / union bulkhead
  elbow fitting > elbow tube / elbow | an elbow > elbow tube | tee fitting > tee tube / tee
  ferrule fitting > sleeve compression tube fitting | flex hose > hose assembly / hose flexible
  flexible hose > hose assembly / hose flexible | flex line > hose assembly
  hydraulic hose > hose assembly hydraulic / hose assembly
  quick disconnect > coupling half quick disconnect / plug quick disconnect
  qd > coupling half quick disconnect / quick disconnect
  quick release coupling > coupling half quick disconnect | turn buckle > turnbuckle
  turnbuckle barrel > turnbuckle body / barrel turnbuckle
  piano hinge > hinge butt continuous / hinge butt / hinge | hinge pin > pin hinge / pin straight
  woodruff > key woodruff | keyway key > key machine | shim stock > shim / shim stock
  snap hook = hook snap | d ring > ring dee / dee ring | shackle > clevis / shackle
  standoff > standoff threaded / post / spacer | spacer tube > spacer sleeve
  bell crank > bellcrank / bell crank | bellcrank > bell crank`;
