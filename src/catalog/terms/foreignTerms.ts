// What parts are called in French, German and Spanish, where the word is none in English. Accents
// and plurals in S fold by themselves.
//
// The meanings are Federal item names (DLA Cataloging Handbook H6).

/** `written > meaning / other meaning`, as in `tradeTerms`. */
export const foreignTerms = `
  vis > screw | boulon > bolt | ecrou > nut | rondelle > washer | rivet aveugle > rivet blind
  goupille > pin / pin cotter | goupille fendue > pin cotter | ressort > spring | agrafe > clip
  collier > clamp / collar | collier de serrage > clamp hose | joint torique > packing preformed / o ring
  joint d etancheite > seal / gasket | roulement > bearing | roulement a billes > bearing ball
  palier > bearing | bague > bushing / ring | douille > bushing / socket | entretoise > spacer
  pompe > pump | pompe hydraulique > pump hydraulic / hydraulic pump
  pompe carburant > pump fuel / fuel pump | pompe a carburant > pump fuel / fuel pump
  vanne > valve | soupape > valve | clapet anti retour > valve check / check valve
  robinet > cock / valve | filtre > filter / filter element
  filtre a huile > filter oil / filter element fluid | capteur > sensor / transducer
  sonde > probe / sensor | interrupteur > switch | contacteur > contactor / switch
  disjoncteur > circuit breaker | relais > relay | fusible > fuse | batterie > battery
  alternateur > alternator | demarreur > starter | bougie > spark plug / igniter | pneu > tire
  roue > wheel | frein > brake | disque de frein > disk brake | plaquette de frein > lining brake
  train d atterrissage > landing gear | train avant > landing gear nose | helice > propeller
  moteur > engine / motor | reservoir > tank | tuyau > hose / tube
  antenne > antenna | ampoule > lamp | feu de navigation > light navigational
  siege > seat | ceinture > belt | extincteur > fire extinguisher / extinguisher fire
  detecteur de fumee > detector smoke / smoke detector | gilet de sauvetage > life preserver
  masque a oxygene > mask oxygen | pare brise > windshield | verin > actuator / cylinder
  transformateur > transformer | condensateur > capacitor
  prise > receptacle / connector | fiche > plug / connector | manometre > gauge pressure
  jauge > gauge / indicator | cafetiere > coffeemaker / coffee maker | bouchon > plug / cap
  echangeur > heat exchanger | refroidisseur > cooler | essuie glace > wiper windshield
  courroie > belt | poignee > handle | charniere > hinge | verrou > latch / lock
  schraube > screw / bolt | bolzen > bolt / pin | mutter > nut | scheibe > washer / disk
  unterlegscheibe > washer | niet > rivet | blindniet > rivet blind | splint > pin cotter
  feder > spring | schelle > clamp | schlauchschelle > clamp hose
  o ring dichtung > packing preformed / o ring | dichtung > seal / gasket / packing
  dichtring > packing preformed / seal | lager > bearing | kugellager > bearing ball
  buchse > bushing / receptacle | hülse > sleeve | distanzstueck > spacer | pumpe > pump
  hydraulikpumpe > pump hydraulic / hydraulic pump | kraftstoffpumpe > pump fuel / fuel pump
  ventil > valve | rückschlagventil > valve check / check valve | hahn > cock / valve
  ölfilter > filter oil / filter element fluid | filtereinsatz > filter element
  fühler > sensor / probe | schalter > switch
  sicherungsautomat > circuit breaker | schutzschalter > circuit breaker
  sicherung > fuse | anlasser > starter | zündkerze > spark plug | reifen > tire
  bremse > brake | bremsscheibe > disk brake | bremsbelag > lining brake | fahrwerk > landing gear
  bugfahrwerk > landing gear nose | triebwerk > engine | schlauch > hose
  rohr > tube / pipe | kabel > cable / wire | glühlampe > lamp | leuchte > light
  sitz > seat | gurt > belt / strap | feuerlöscher > fire extinguisher / extinguisher fire
  rauchmelder > detector smoke / smoke detector | schwimmweste > life preserver
  sauerstoffmaske > mask oxygen | windschutzscheibe > windshield | stellmotor > actuator
  zylinder > cylinder | transformator > transformer | trafo > transformer
  kondensator > capacitor | widerstand > resistor | stecker > plug / connector
  steckdose > receptacle | druckmesser > gauge pressure | anzeige > indicator / display
  kaffeemaschine > coffeemaker / coffee maker | kühler > cooler / radiator
  wärmetauscher > heat exchanger | keilriemen > belt | griff > handle | scharnier > hinge
  verriegelung > latch / lock
  tornillo > screw / bolt | perno > bolt | tuerca > nut | arandela > washer | remache > rivet
  remache ciego > rivet blind | pasador > pin | chaveta > pin cotter / key | muelle > spring
  resorte > spring | abrazadera > clamp | junta torica > packing preformed / o ring
  junta > gasket / seal | sello > seal | rodamiento > bearing
  rodamiento de bolas > bearing ball | cojinete > bearing | buje > bushing | casquillo > bushing
  espaciador > spacer | bomba > pump | bomba hidraulica > pump hydraulic / hydraulic pump
  bomba de combustible > pump fuel / fuel pump | valvula > valve
  valvula de retencion > valve check / check valve | filtro > filter / filter element
  filtro de aceite > filter oil / filter element fluid | interruptor > switch
  disyuntor > circuit breaker | rele > relay | bateria > battery | alternador > alternator
  arrancador > starter | bujia > spark plug / igniter | neumatico > tire | llanta > tire / rim
  rueda > wheel | freno > brake | disco de freno > disk brake | pastilla de freno > lining brake
  tren de aterrizaje > landing gear | motor de arranque > starter
  deposito > tank | tanque > tank | manguera > hose | tubo > tube / pipe | antena > antenna
  bombilla > lamp | luz de navegacion > light navigational | asiento > seat | cinturon > belt
  extintor > fire extinguisher / extinguisher fire
  detector de humo > detector smoke / smoke detector | chaleco salvavidas > life preserver
  mascara de oxigeno > mask oxygen | parabrisas > windshield | actuador > actuator
  cilindro > cylinder | transformador > transformer | condensador > capacitor
  resistencia > resistor | enchufe > plug / receptacle | conector > connector
  manometro > gauge pressure | cafetera > coffeemaker / coffee maker | tapon > plug / cap
  enfriador > cooler | intercambiador de calor > heat exchanger | correa > belt / strap
  manija > handle | bisagra > hinge | pestillo > latch`;
