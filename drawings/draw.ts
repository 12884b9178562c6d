import { familyOf, figures } from './families.ts'
import { drivetrain, smallDrivetrain, stillDrivetrain } from './house/drivetrain.ts'
import { mark } from './house/mark.ts'
import { missingLink } from './house/missing-link.ts'
import { phantom } from './house/phantom.ts'
import { cardWheel, loginWheel, sheetWheel } from './house/wheels.ts'
import type { Level } from './pen.ts'
import { onSheet } from './sheet.ts'

export type { Level }

/** What is drawn of a part: the catalogue's figure and its parameters in millimetres. */
export interface DrawnPart {
  readonly figure: string
  readonly parameters: Record<string, unknown>
  /** Tells drawings on one page apart; its letters, digits and dashes are used. */
  readonly id: string
  /** What the drawing is called, for those who do not see it. */
  readonly label: string
}

/**
 * A part's engineering drawing as a standalone SVG document in millimetres, for `<img src>`.
 * Levels: icon 64 × 64 px (a silhouette), card 360 × 270 (one telling dimension), sheet 640 × 480
 * (second views and several dimensions). Parameters are not trusted: what is missing, no number or
 * out of bounds is drawn by the family's standard and not dimensioned; an unknown figure is a box.
 */
export const drawPart = (part: DrawnPart, level: Level): string =>
  onSheet(familyOf(part.figure)(part.parameters), level, part.id, part.label)

/** A family's outline as a phantom (dash, two dots), 240 × 180 px, for places where nothing is yet. */
export const drawPhantom = (figure: string): string => phantom(familyOf(figure)({}))

const house: Readonly<Record<string, () => string>> = {
  drivetrain,
  'drivetrain-small': smallDrivetrain,
  'drivetrain-still': stillDrivetrain,
  wheel: sheetWheel,
  'wheel-card': cardWheel,
  'login-wheel': loginWheel,
  'missing-link': missingLink,
  mark,
  ...Object.fromEntries(figures.map((name) => [`phantom-${name}`, () => drawPhantom(name)])),
  ...Object.fromEntries(figures.map((name) => [`icon-${name}`, () => familyIcon(name)])),
}

/**
 * The names of the shop's own drawings: the hero's drivetrain on the slab, wide, cropped small and without motion;
 * the welcome's wheel as sheet and card; the login's wheel on the slab; the chain of the page that
 * is not found; the brand's mark; and for every family its phantom and its icon.
 */
export const houseDrawings: readonly string[] = Object.keys(house)

/** One of the shop's own drawings as a standalone SVG document; the mark for a name not known. */
export const drawHouse = (name: string): string =>
  ((Object.hasOwn(house, name) ? house[name] : undefined) ?? mark)()

/** The icon of a family by its standard dimensions. */
const familyIcon = (figure: string) =>
  drawPart({ figure, parameters: {}, id: figure, label: figure }, 'icon')
