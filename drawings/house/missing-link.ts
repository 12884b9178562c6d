import { links, pinRadius, plate } from '../chain.ts'
import { makePen } from '../pen.ts'
import { document } from '../sheet.ts'
import { pitch } from '../sprocket.ts'
import { circle, type Point, path, stroke } from '../strokes.ts'
import { pageStyle } from '../style.ts'

/** Links on each side of the gap: more than the frame shows, so that the chain runs off its edges. */
const half = 11
const shown = 230

/** The chain of the page that is not found: one link is missing, and its place dimensioned 404. */
export function missingLink(): string {
  const pen = makePen('card', 0.27, 15.5)
  const length = (2 * half + 1) * pitch
  const pins = Array.from({ length: 2 * half + 2 }, (_, i): Point => [i * pitch, 0])
  const [from, to] = [pins[half], pins[half + 1]] as [Point, Point]
  const gap = path('h', plate(from, to, 3.95, 2.5))
  const left = links(pins.slice(0, half + 1), false)
  const right = links(pins.slice(half + 1), false)
  return document({
    viewBox: [(length - shown) / 2, -27, shown, 42],
    width: 1440,
    height: 263,
    label: 'A chain with one link missing',
    style: pageStyle(1.5),
    body:
      gap +
      left +
      right +
      [from, to].map(([x]) => circle('t', x, 0, pinRadius)).join('') +
      stroke('c', 0, 0, length, 0) +
      pen.across(from[0], to[0], -5, -5, -15.5, '404'),
  })
}
