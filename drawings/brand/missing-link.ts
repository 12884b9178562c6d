import { links, pinRadius, plate } from '../chain.ts'
import { createPen } from '../pen.ts'
import { svgDocument } from '../sheet.ts'
import { pitch } from '../sprocket.ts'
import { circle, type Point, path, stroke } from '../strokes.ts'
import { pageStyle } from '../style.ts'

/** Links on each side of the gap. The chain is longer than the view box, so it runs off its edges. */
const linksPerSide = 11
const visibleWidth = 230

/** The chain of the 404 page, with a gap that has the dimension 404. */
export function missingLink(): string {
  const pen = createPen('card', 0.27, 15.5)
  const length = (2 * linksPerSide + 1) * pitch
  const pins = Array.from({ length: 2 * linksPerSide + 2 }, (_, i): Point => [i * pitch, 0])
  const [from, to] = [pins[linksPerSide], pins[linksPerSide + 1]] as [Point, Point]
  const gap = path('h', plate(from, to, 3.95, 2.5))
  const left = links(pins.slice(0, linksPerSide + 1), false)
  const right = links(pins.slice(linksPerSide + 1), false)
  return svgDocument({
    viewBox: [(length - visibleWidth) / 2, -27, visibleWidth, 42],
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
      pen.horizontalDimension(from[0], to[0], -5, -5, -15.5, '404'),
  })
}
