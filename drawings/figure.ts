import type { Parameters } from './parameters.ts'
import type { Pen } from './pen.ts'
import type { Box } from './strokes.ts'

/** One part, ready to be drawn: the box its views fill at each level, and its shapes. */
export interface Figure {
  readonly box: Box
  /** The box of the icon, where it is not the same. */
  readonly icon?: Box
  /** The box of the sheet, where it shows more views than the card. */
  readonly sheet?: Box
  /** SVG shapes in millimetres; the pen knows the level and writes the dimensions. */
  draw(pen: Pen): string
}

/** A family of parts: from what the catalogue says of one part to its figure. */
export type Family = (parameters: Parameters) => Figure
