import type { Family } from './figure.ts'
import { ball, bearing } from './figures/bearing.ts'
import { bottomBracket } from './figures/bottom-bracket.ts'
import { box } from './figures/box.ts'
import { brakeLever } from './figures/brake-lever.ts'
import { brakeShoe } from './figures/brake-shoe.ts'
import { cable, ferrule, housing } from './figures/cable.ts'
import { cassette } from './figures/cassette.ts'
import { chain, connectingLink } from './figures/chain.ts'
import { chainring } from './figures/chainring.ts'
import { chainringBolt } from './figures/chainring-bolt.ts'
import { crankset } from './figures/crankset.ts'
import { discAdapter, discCaliper } from './figures/disc-caliper.ts'
import { discPad } from './figures/disc-pad.ts'
import { freewheel } from './figures/freewheel.ts'
import { frontDerailleur } from './figures/front-derailleur.ts'
import { barTape, grip } from './figures/grip.ts'
import { handlebar } from './figures/handlebar.ts'
import { hanger } from './figures/hanger.ts'
import { headset } from './figures/headset.ts'
import { hub } from './figures/hub.ts'
import { kickstand } from './figures/kickstand.ts'
import { light } from './figures/light.ts'
import { mudguard } from './figures/mudguard.ts'
import { pedal } from './figures/pedal.ts'
import { rack } from './figures/rack.ts'
import { rearDerailleur } from './figures/rear-derailleur.ts'
import { rim } from './figures/rim.ts'
import { rimBrake } from './figures/rim-brake.ts'
import { rimTape } from './figures/rim-tape.ts'
import { rotor } from './figures/rotor.ts'
import { saddle } from './figures/saddle.ts'
import { seatClamp } from './figures/seat-clamp.ts'
import { seatpost } from './figures/seatpost.ts'
import { shifter } from './figures/shifter.ts'
import { skewer } from './figures/skewer.ts'
import { nipple, spoke } from './figures/spoke.ts'
import { starNut } from './figures/star-nut.ts'
import { stem } from './figures/stem.ts'
import { thruAxle } from './figures/thru-axle.ts'
import { tube, tubelessValve } from './figures/tube.ts'
import { tyre } from './figures/tyre.ts'
import { wheel } from './figures/wheel.ts'

const families: Readonly<Record<string, Family>> = {
  ball,
  bearing,
  box,
  cassette,
  chain,
  chainring,
  'connecting-link': connectingLink,
  hub,
  rotor,
  freewheel,
  crankset,
  'bottom-bracket': bottomBracket,
  pedal,
  rim,
  tyre,
  spoke,
  nipple,
  tube,
  'tubeless-valve': tubelessValve,
  'rim-tape': rimTape,
  'brake-shoe': brakeShoe,
  'disc-pad': discPad,
  cable,
  ferrule,
  housing,
  'rim-brake': rimBrake,
  'brake-lever': brakeLever,
  'disc-adapter': discAdapter,
  'disc-caliper': discCaliper,
  'rear-derailleur': rearDerailleur,
  'front-derailleur': frontDerailleur,
  hanger,
  shifter,
  stem,
  handlebar,
  'bar-tape': barTape,
  grip,
  'chainring-bolt': chainringBolt,
  headset,
  kickstand,
  light,
  mudguard,
  rack,
  saddle,
  'seat-clamp': seatClamp,
  seatpost,
  skewer,
  'star-nut': starNut,
  'thru-axle': thruAxle,
  wheel,
}

/** Every figure there is a drawing of; any other name is drawn as a box. */
export const figures: readonly string[] = Object.keys(families)

/** The family of a figure's name, or the box. */
export const familyOf = (figure: string): Family =>
  (Object.hasOwn(families, figure) ? families[figure] : undefined) ?? box
