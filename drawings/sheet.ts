import type { Figure } from './figure.ts'
import { createPen, escapeXml, type Level } from './pen.ts'
import { type Box, d, formatCoordinate } from './strokes.ts'
import { partStyle } from './style.ts'

/** Size, margins for dimensions and font size of each level, in pixels. */
const sheets: Record<Level, { w: number; h: number; mx: number; my: number; fontSize: number }> = {
  icon: { w: 64, h: 64, mx: 4, my: 4, fontSize: 0 },
  card: { w: 360, h: 270, mx: 40, my: 46, fontSize: 14.5 },
  sheet: { w: 640, h: 480, mx: 78, my: 74, fontSize: 13 },
}

/** Minimum margin of each level in pixels. */
const edge: Record<Level, number> = { icon: 4, card: 12, sheet: 16 }

/** Renders a figure as a complete SVG document. */
export function renderFigure(figure: Figure, level: Level, id: string, label: string): string {
  const sheet = sheets[level]
  const { shapes, box, u, leaning: rotation } = fitFigure(figure, level)
  const hatch = `hatch-${id.replace(/[^\w-]/g, '')}-${level}`
  const body = rotation ? `<g transform="${rotation}">${shapes}</g>` : shapes
  const hasCutFaces = level !== 'icon' && shapes.includes('class="x"')
  return svgDocument({
    viewBox: centredViewBox(box, sheet.w * u, sheet.h * u),
    width: sheet.w,
    height: sheet.h,
    label,
    style: partStyle(level, hatch),
    body: (hasCutFaces ? hatchPattern(hatch, u) : '') + body,
  })
}

/** Reduces the scale until all dimensions fit on the sheet, in at most six attempts. */
function fitFigure(figure: Figure, level: Level) {
  const { w, h, mx, my, fontSize: letters } = sheets[level]
  const { box, rotation } =
    level === 'icon' ? rotateLongPart(figure.icon ?? figure.box) : viewsBox(figure, level)
  let u = Math.max(box[2] / (w - 2 * mx), box[3] / (h - 2 * my))
  for (let attempt = 0; ; attempt++) {
    const pen = createPen(level, u, letters)
    const shapes = figure.draw(pen)
    const bounds = union(box, pen.bounds())
    const clearance = edge[level]
    const neededScale = Math.max(bounds[2] / (w - 2 * clearance), bounds[3] / (h - 2 * clearance))
    if (neededScale <= u * 1.001 || attempt === 5)
      return { shapes, box: bounds, u, leaning: rotation }
    u = neededScale * 1.01
  }
}

const viewsBox = (figure: Figure, level: Level) => ({
  box: (level === 'sheet' ? figure.sheet : undefined) ?? figure.box,
  rotation: '',
})

/** Places long parts on the diagonal of an icon. */
function rotateLongPart([x, y, w, h]: Box): { box: Box; rotation: string } {
  if (w <= 2 * h && h <= 2 * w) return { box: [x, y, w, h], rotation: '' }
  const [cx, cy, side] = [x + w / 2, y + h / 2, (w + h) * Math.SQRT1_2]
  const angle = w > h ? -45 : 45
  return {
    box: [cx - side / 2, cy - side / 2, side, side],
    rotation: d`rotate(${angle} ${[cx, cy]})`,
  }
}

function union(a: Box, b: Box | null): Box {
  if (!b) return a
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y]
}

const centredViewBox = ([x, y, w, h]: Box, width: number, height: number): Box => [
  x + w / 2 - width / 2,
  y + h / 2 - height / 2,
  width,
  height,
]

/** The hatch pattern of cut faces: lines at 45°, 5.2 px apart. */
function hatchPattern(id: string, u: number): string {
  const step = formatCoordinate(5.2 * u)
  return (
    `<defs><pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="${step}" height="${step}" fill="var(--dw-fill)"/><path d="M0 0V${step}" stroke="var(--dw-line)" stroke-width="${formatCoordinate(0.9 * u)}"/></pattern></defs>`
  )
}

interface Document {
  readonly viewBox: Box
  readonly width: number
  readonly height: number
  readonly label: string
  readonly style: string
  readonly body: string
  /** The `preserveAspectRatio` attribute. */
  readonly fit?: string
}

/** Creates a standalone SVG document. */
export function svgDocument({ viewBox, width, height, label, style, body, fit }: Document): string {
  const box = viewBox.map(formatCoordinate).join(' ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"` +
    `${fit ? ` preserveAspectRatio="${fit}"` : ''} role="img"><title>${escapeXml(label)}</title>` +
    `<style>${style}</style>${body}</svg>\n`
  )
}
