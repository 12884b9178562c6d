import type { Family } from './figure.ts'
import { brakeLever } from './figures/brakes/brake-lever.ts'
import { brakeShoe } from './figures/brakes/brake-shoe.ts'
import { discAdapter, discCaliper } from './figures/brakes/disc-caliper.ts'
import { discPad } from './figures/brakes/disc-pad.ts'
import { rimBrake } from './figures/brakes/rim-brake.ts'
import { rotor } from './figures/brakes/rotor.ts'
import { ball, bearing } from './figures/cockpit/bearing.ts'
import { barTape, grip } from './figures/cockpit/grip.ts'
import { handlebar } from './figures/cockpit/handlebar.ts'
import { headset } from './figures/cockpit/headset.ts'
import { saddle } from './figures/cockpit/saddle.ts'
import { seatClamp } from './figures/cockpit/seat-clamp.ts'
import { seatpost } from './figures/cockpit/seatpost.ts'
import { stem } from './figures/cockpit/stem.ts'
import { bottomBracket } from './figures/drivetrain/bottom-bracket.ts'
import { cable, ferrule, housing } from './figures/drivetrain/cable.ts'
import { cassette } from './figures/drivetrain/cassette.ts'
import { chain, connectingLink } from './figures/drivetrain/chain.ts'
import { chainring } from './figures/drivetrain/chainring.ts'
import { chainringBolt } from './figures/drivetrain/chainring-bolt.ts'
import { crankset } from './figures/drivetrain/crankset.ts'
import { freewheel } from './figures/drivetrain/freewheel.ts'
import { frontDerailleur } from './figures/drivetrain/front-derailleur.ts'
import { pedal } from './figures/drivetrain/pedal.ts'
import { rearDerailleur } from './figures/drivetrain/rear-derailleur.ts'
import { shifter } from './figures/drivetrain/shifter.ts'
import { box } from './figures/frame/box.ts'
import { hanger } from './figures/frame/hanger.ts'
import { kickstand } from './figures/frame/kickstand.ts'
import { light } from './figures/frame/light.ts'
import { mudguard } from './figures/frame/mudguard.ts'
import { rack } from './figures/frame/rack.ts'
import { hub } from './figures/wheels/hub.ts'
import { rim } from './figures/wheels/rim.ts'
import { rimTape } from './figures/wheels/rim-tape.ts'
import { skewer } from './figures/wheels/skewer.ts'
import { nipple, spoke } from './figures/wheels/spoke.ts'
import { starNut } from './figures/wheels/star-nut.ts'
import { thruAxle } from './figures/wheels/thru-axle.ts'
import { tube, tubelessValve } from './figures/wheels/tube.ts'
import { tyre } from './figures/wheels/tyre.ts'
import { wheel } from './figures/wheels/wheel.ts'

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

/** The names of all figures. */
export const figures: readonly string[] = Object.keys(families)

/** Returns the family of a figure, or the box for unknown names. */
export const findFamily = (figure: string): Family =>
  (Object.hasOwn(families, figure) ? families[figure] : undefined) ?? box
