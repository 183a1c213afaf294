// What parts are: nouns of part names, a row for each kind of thing. Words of one row may name the
// same part, since one catalog's bolt is another's screw. A word may be in several rows. Words that
// mostly qualify another one (BALL, CONTROL, PRESSURE) are in none, nor are ASSY, KIT and UNIT.
// Folded as search words are: singular and spelled out.

export const partNouns = `
bolt, screw, setscrew, stud, fastener, lockbolt
nut, locknut, nutplate
washer, lockwasher, spacer, shim
rivet, fastener, lockbolt
pin, cotter, cotterpin
key
nail
staple
clip, clamp, fastener
fastener, receptacle
collar, ring, spacer, sleeve
ring, seal, packing, gasket, snap, grommet, excluder
bearing, bushing, race
bushing, sleeve, spacer, liner, insert
insert, helicoil
spring
clamp, band, strap, coupling, tie
strap, belt, webbing, band, harness, tie, sling
turnbuckle
latch, lock, catch, hasp, padlock, hook
hinge
handle, grip, lever, knob
lever, arm, crank, bellcrank, horn
rod, link, shaft, arm, strut
shaft, driveshaft, quill, axle, spindle, jackshaft
gear, pinion, sprocket
gearbox, transmission
hub, cap
wheel, rim, caster, roller
tire, tube
brake, disk
pump
valve, cock, servovalve
cylinder, servocylinder, actuator, jack, piston
actuator, motor, servo
motor, fan, blower, starter
fan, blower, impeller
compressor, turbine, turbocharger, turbo
blade, vane, propeller
rotor, stator
engine, powerplant
starter, generator, alternator
generator, magneto, tachometer, transmitter, alternator
battery, cell
charger
inverter, converter, transformer, rectifier
regulator, controller, governor
switch, switchpack, thermostat, button, pushbutton
relay, contactor, solenoid
breaker, fuse
connector, plug, receptacle, socket, jack, adapter, terminal
terminal, lug, splice, stud
cable, wire, cord, harness, lead, rope
light, lamp, bulb, beacon, flashlight, floodlight, strobe, torch, sign
lens, window
sensor, transducer, transmitter, probe, detector, thermocouple, pickup, sonde
indicator, gage, meter, altimeter, tachometer, thermometer, pyrometer, display, anemometer, manometer
compass, compas
gyro, gyroscope
clock
radio, transceiver, transponder, receiver, transmitter
antenna, radome
amplifier, receiver, transmitter, speaker
computer, processor, controller, module, fadec
display, monitor, screen, keyboard, keypad, trackball
panel, door, fairing, skin, cowl, cowling, hatch, floorboard
panel, cover, plate, board
cover, cap, plug, lid, boot, shroud, blanket
shield, heatshield, guard, baffle, deflector
windshield, window, windscreen, canopy, glass
filter, element, strainer, screen, separator
tank, reservoir, bottle, container, accumulator, case, bag, box
hose, tube, pipe, line, duct, tubing, conduit
elbow, tee, union, nipple, reducer, fitting, adapter, coupling, manifold, cross
fitting, bracket, lug, mount
bracket, support, mount, hanger, holder
support, beam, structure, stand
support, angle
beam, floorbeam, intercostal, spar, web, rib
stringer, longeron, channel, angle, stiffener
frame, former
angle, gusset, brace
doubler
skin
housing, case, body, shell, box
retainer, holder, ring, clip, keeper
nozzle, injector, jet
plug, igniter, sparkplug
exchanger, cooler, radiator, heater, precooler, condenser, intercooler
heater, oven, coffeemaker
chair, seat
cushion, pad
seat, cushion
toilet
extinguisher, bottle
vest, preserver, raft, slide, parachute, canopy, sling
mask, goggles
headset, microphone, speaker, megaphone
recorder
elt, beacon
damper, shock, strut, absorber
skid, shoe, pad
flap, slat, aileron, elevator, rudder, stabilizer, spoiler, tab
track, rail, slide, guide
sealant, adhesive, compound, sealing, putty
adhesive, tape
oil, grease, lubricant, fluid
paint, primer, enamel, coating
sheet, plate, strip, foil
bar, rod
nameplate, placard, decal, label, sign, marker
wrench, tool, screwdriver, socket, plier, puller, gun, drill, cutter, knife, scissor
tool, jack, hoist, winch, crane
trailer, tractor, truck, cart, dolly
ladder, staircase, stand
towbar
chock
resistor, potentiometer
capacitor
diode, transistor, thyristor
microcircuit, circuit, module
coil, solenoid, inductor, winding
core
pulley, sheave, quadrant
chain
pedal
drum, reel
yoke, fork, trunnion, clevis, gimbal
plunger, piston
block
bellows, diaphragm
clutch
mirror
rope, lanyard, net
mast, boom
swashplate
helicopter, airplane
shelf, cabinet, rack, table
camera
plenum, duct, box
diffuser, nozzle, outlet
firewall, bulkhead, web
deck, floor, walkway
floor, floorboard, panel
muffler
exciter, igniter
buckle, latch
pan, tray, drip
mat, foam, carpet
multiplexer, modem, tuner, duplexer, interrogator
tailboom
supply, source
crosshead
compensator
wedge
interrupter
selector, switch
cone
bell, bellcrank
drain
gimbal
anchor
target
tripod, stand
preamplifier, amplifier
magnet
ballast, weight
console, panel, pedestal
idler, roller
interface, adapter
alarm, horn
stop, bumper
breather, vent
segment
dolly, trailer
`;
