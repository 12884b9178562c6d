import type { Figure } from './figure.ts'
import { escaped, type Level, makePen } from './pen.ts'
import { type Box, d, short } from './strokes.ts'
import { partStyle } from './style.ts'

/** The sheet of each level in pixels, the margins in which dimensions stand, and their letters. */
const sheets: Record<Level, { w: number; h: number; mx: number; my: number; letters: number }> = {
  icon: { w: 64, h: 64, mx: 4, my: 4, letters: 0 },
  card: { w: 360, h: 270, mx: 40, my: 46, letters: 14.5 },
  sheet: { w: 640, h: 480, mx: 78, my: 74, letters: 13 },
}

/** Pixels that always stay clear at the edge of a sheet. */
const edge: Record<Level, number> = { icon: 4, card: 12, sheet: 16 }

/** A complete SVG document of a figure at a level. */
export function onSheet(figure: Figure, level: Level, id: string, label: string): string {
  const sheet = sheets[level]
  const { shapes, box, u, leaning } = fitted(figure, level)
  const hatch = `hatch-${id.replace(/[^\w-]/g, '')}-${level}`
  const body = leaning ? `<g transform="${leaning}">${shapes}</g>` : shapes
  const cut = level !== 'icon' && shapes.includes('class="x"')
  return document({
    viewBox: view(box, sheet.w * u, sheet.h * u),
    width: sheet.w,
    height: sheet.h,
    label,
    style: partStyle(level, hatch),
    body: (cut ? hatching(hatch, u) : '') + body,
  })
}

/**
 * Draws at the scale that the margins ask for, and once more smaller while dimensions reach over
 * the sheet's edge: whatever the numbers of a part, nothing is cut off.
 */
function fitted(figure: Figure, level: Level) {
  const { w, h, mx, my, letters } = sheets[level]
  const { box, leaning } =
    level === 'icon' ? upright(figure.icon ?? figure.box) : ofViews(figure, level)
  let u = Math.max(box[2] / (w - 2 * mx), box[3] / (h - 2 * my))
  for (let attempt = 0; ; attempt++) {
    const pen = makePen(level, u, letters)
    const shapes = figure.draw(pen)
    const all = union(box, pen.reach())
    const clear = edge[level]
    const wanted = Math.max(all[2] / (w - 2 * clear), all[3] / (h - 2 * clear))
    if (wanted <= u * 1.001 || attempt === 5) return { shapes, box: all, u, leaning }
    u = wanted * 1.01
  }
}

const ofViews = (figure: Figure, level: Level) => ({
  box: (level === 'sheet' ? figure.sheet : undefined) ?? figure.box,
  leaning: '',
})

/** Long parts lie on the diagonal of an icon's small square. */
function upright([x, y, w, h]: Box): { box: Box; leaning: string } {
  if (w <= 2 * h && h <= 2 * w) return { box: [x, y, w, h], leaning: '' }
  const [cx, cy, side] = [x + w / 2, y + h / 2, (w + h) * Math.SQRT1_2]
  const angle = w > h ? -45 : 45
  return {
    box: [cx - side / 2, cy - side / 2, side, side],
    leaning: d`rotate(${angle} ${[cx, cy]})`,
  }
}

function union(a: Box, b: Box | null): Box {
  if (!b) return a
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y]
}

const view = ([x, y, w, h]: Box, width: number, height: number): Box => [
  x + w / 2 - width / 2,
  y + h / 2 - height / 2,
  width,
  height,
]

/** The 45° hatch of cut faces, 5.2 px apart. */
function hatching(id: string, u: number): string {
  const step = short(5.2 * u)
  return (
    `<defs><pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="${step}" height="${step}" fill="var(--dw-fill)"/><path d="M0 0V${step}" stroke="var(--dw-line)" stroke-width="${short(0.9 * u)}"/></pattern></defs>`
  )
}

interface Document {
  readonly viewBox: Box
  readonly width: number
  readonly height: number
  readonly label: string
  readonly style: string
  readonly body: string
  /** How the drawing fills a frame of another shape; the whole of it, in the middle, if not said. */
  readonly fit?: string
}

/** A standalone SVG document, fit for `<img src>`. */
export function document({ viewBox, width, height, label, style, body, fit }: Document): string {
  const box = viewBox.map(short).join(' ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"` +
    `${fit ? ` preserveAspectRatio="${fit}"` : ''} role="img"><title>${escaped(label)}</title>` +
    `<style>${style}</style>${body}</svg>\n`
  )
}
