import { drivetrain, smallDrivetrain, stillDrivetrain } from './brand/drivetrain.ts'
import { logo } from './brand/logo.ts'
import { missingLink } from './brand/missing-link.ts'
import { renderPhantom } from './brand/phantom.ts'
import { cardWheel, loginWheel, sheetWheel } from './brand/wheels.ts'
import { figures, findFamily } from './families.ts'
import type { Level } from './pen.ts'
import { renderFigure } from './sheet.ts'

export type { Level }

/** A part's figure and its parameters in millimetres. */
export interface DrawablePart {
  readonly figure: string
  readonly parameters: Record<string, unknown>
  /** Makes element IDs unique on a page. Only letters, digits, underscores and dashes are used. */
  readonly id: string
  /** The accessible name. */
  readonly label: string
}

/**
 * Draws a part as a standalone SVG document in millimetres, for `<img src>`. Levels: icon 64 × 64 px (a
 * silhouette), card 360 × 270 px (the main dimension), sheet 640 × 480 px (more views and dimensions).
 * Missing or invalid parameters get the family's standard size without a dimension. An unknown figure
 * becomes a box.
 */
export const drawPart = (part: DrawablePart, level: Level): string =>
  renderFigure(findFamily(part.figure)(part.parameters), level, part.id, part.label)

/** Draws a family's outline in phantom lines (dash, two dots), 240 × 180 px, for empty states. */
export const drawPhantom = (figure: string): string => renderPhantom(findFamily(figure)({}))

const brand: Readonly<Record<string, () => string>> = {
  drivetrain,
  'drivetrain-small': smallDrivetrain,
  'drivetrain-still': stillDrivetrain,
  wheel: sheetWheel,
  'wheel-card': cardWheel,
  'login-wheel': loginWheel,
  'missing-link': missingLink,
  mark: logo,
  ...Object.fromEntries(figures.map((name) => [`phantom-${name}`, () => drawPhantom(name)])),
  ...Object.fromEntries(figures.map((name) => [`icon-${name}`, () => drawFamilyIcon(name)])),
}

/**
 * The names of the brand drawings: the drivetrain of the hero (wide, small, without animation), the wheels
 * of the welcome section and the login page, the chain of the 404 page, the logo, and a phantom and an
 * icon for each family.
 */
export const brandDrawings: readonly string[] = Object.keys(brand)

/** Draws a brand drawing as a standalone SVG document. Returns the logo for an unknown name. */
export const drawBrand = (name: string): string =>
  ((Object.hasOwn(brand, name) ? brand[name] : undefined) ?? logo)()

const drawFamilyIcon = (figure: string) =>
  drawPart({ figure, parameters: {}, id: figure, label: figure }, 'icon')
