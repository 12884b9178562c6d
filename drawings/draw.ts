import { logo } from './brand/logo.ts'
import {
  cardWheel,
  drivetrain,
  loginWheel,
  missingLink,
  sheetWheel,
  smallDrivetrain,
  stillDrivetrain,
} from './brand/page-drawings.ts'
import type { DetailLevel, FigureBuilder } from './dimension-pen.ts'
import { brakeLever } from './figures/brakes/brake-lever.ts'
import { discAdapter, discCaliper, discPad, rotor } from './figures/brakes/disc-brakes.ts'
import { brakeShoe, rimBrake } from './figures/brakes/rim-brakes.ts'
import { barTape, grip, handlebar, stem } from './figures/cockpit/handlebar.ts'
import { ball, bearing, headset, starNut } from './figures/cockpit/headset.ts'
import { saddle, seatClamp, seatpost } from './figures/cockpit/seat.ts'
import { cable, ferrule, housing } from './figures/drivetrain/cables.ts'
import { chain, connectingLink } from './figures/drivetrain/chain.ts'
import { chainring, chainringBolt } from './figures/drivetrain/chainrings.ts'
import { bottomBracket, crankset, pedal } from './figures/drivetrain/cranks.ts'
import {
  frontDerailleur,
  hanger,
  rearDerailleur,
  shifter,
} from './figures/drivetrain/derailleurs.ts'
import { cassette, freewheel } from './figures/drivetrain/sprockets.ts'
import { box, kickstand, light, mudguard, rack } from './figures/frame/accessories.ts'
import { hub, skewer, thruAxle } from './figures/wheels/hub.ts'
import { nipple, rim, rimTape, spoke } from './figures/wheels/rim.ts'
import { tube, tubelessValve, tyre } from './figures/wheels/tyre.ts'
import { wheel } from './figures/wheels/wheel.ts'
import { renderFigure, renderPlaceholder } from './svg-document.ts'

export type { DetailLevel }

const builders: Readonly<Record<string, FigureBuilder>> = {
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

export const figures: readonly string[] = Object.keys(builders)

/** Returns the builder of a figure. For an unknown name, returns the builder of the box. */
const findBuilder = (figure: string): FigureBuilder =>
  (Object.hasOwn(builders, figure) ? builders[figure] : undefined) ?? box

/** A part's figure and its parameters. Sizes are in millimetres. */
export interface DrawablePart {
  readonly figure: string
  readonly parameters: Record<string, unknown>
  /** Makes the ids of elements unique on a page. Only letters, digits, `_` and `-` are kept. */
  readonly id: string
  /** The accessible name. */
  readonly label: string
}

/**
 * Draws a part as a standalone SVG document in millimetres, for `<img src>`. Levels: icon 64 × 64 px (a
 * silhouette), card 360 × 270 px (the main dimension), sheet 640 × 480 px (more views and dimensions).
 * Missing or invalid parameters get a standard size. A standard size has no dimension, except on wheels. An unknown
 * figure becomes a box.
 */
export const drawPart = (part: DrawablePart, level: DetailLevel): string =>
  renderFigure(findBuilder(part.figure)(part.parameters), level, part.id, part.label)

/** Draws a placeholder: a figure's outline in phantom lines (dash, two dots), 240 × 180 px. */
export const drawPlaceholder = (figure: string): string =>
  renderPlaceholder(findBuilder(figure)({}))

const brandBuilders: Readonly<Record<string, () => string>> = {
  drivetrain,
  'drivetrain-small': smallDrivetrain,
  'drivetrain-still': stillDrivetrain,
  wheel: sheetWheel,
  'wheel-card': cardWheel,
  'login-wheel': loginWheel,
  'missing-link': missingLink,
  mark: logo,
  ...Object.fromEntries(figures.map((name) => [`phantom-${name}`, () => drawPlaceholder(name)])),
  ...Object.fromEntries(figures.map((name) => [`icon-${name}`, () => drawFigureIcon(name)])),
}

/**
 * The names of the brand drawings: the drivetrain of the hero (wide, small, without animation), the wheels
 * of the welcome section and the login page, the chain of the 404 page, the logo, and a placeholder
 * (`phantom-…`) and an icon for each figure.
 */
export const brandDrawings: readonly string[] = Object.keys(brandBuilders)

/** Draws a brand drawing as a standalone SVG document. Returns the logo for an unknown name. */
export const drawBrand = (name: string): string =>
  ((Object.hasOwn(brandBuilders, name) ? brandBuilders[name] : undefined) ?? logo)()

const drawFigureIcon = (figure: string) =>
  drawPart({ figure, parameters: {}, id: figure, label: figure }, 'icon')
