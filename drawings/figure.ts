import type { Parameters } from './parameters.ts'
import type { Pen } from './pen.ts'
import type { Box } from './strokes.ts'

/** A part to draw: the bounding box of its views, and its shapes. */
export interface Figure {
  readonly box: Box
  /** The box of the icon, if it differs. */
  readonly icon?: Box
  /** The box of the sheet, if it has more views than the card. */
  readonly sheet?: Box
  /** Returns SVG shapes in millimetres. The pen has the level and draws the dimensions. */
  draw(pen: Pen): string
}

/** Creates the figure of a part from its catalogue parameters. */
export type Family = (parameters: Parameters) => Figure
