import { createPen, type DetailLevel, escapeXml, type Figure } from './dimension-pen.ts'
import { archivo, saira } from './font-data.ts'
import type { Box } from './geometry.ts'
import { d, formatCoordinate } from './svg-elements.ts'

/** Sizes of each level in pixels. The margins have space for dimensions, and the minimum margin has none. */
const canvases = {
  icon: { width: 64, height: 64, marginX: 4, marginY: 4, minMargin: 4, fontSize: 0 },
  card: { width: 360, height: 270, marginX: 40, marginY: 46, minMargin: 12, fontSize: 14.5 },
  sheet: { width: 640, height: 480, marginX: 78, marginY: 74, minMargin: 16, fontSize: 13 },
}

export function renderFigure(
  figure: Figure,
  level: DetailLevel,
  id: string,
  label: string,
): string {
  const { width, height } = canvases[level]
  const { shapes, box, mmPerPixel, rotation } = fitFigure(figure, level)
  const hatch = `hatch-${id.replace(/[^\w-]/g, '')}-${level}`
  const body = rotation ? `<g transform="${rotation}">${shapes}</g>` : shapes
  const hasCutFaces = level !== 'icon' && shapes.includes('class="x"')
  return svgDocument({
    viewBox: centredViewBox(box, width * mmPerPixel, height * mmPerPixel),
    width,
    height,
    label,
    style: partStyle(level, hatch),
    body: (hasCutFaces ? hatchPattern(hatch, mmPerPixel) : '') + body,
  })
}

const placeholderSize = { width: 240, height: 180, margin: 16 }

/** Renders a figure's silhouette in phantom lines, without dimensions. */
export function renderPlaceholder(figure: Figure): string {
  const { width, height, margin } = placeholderSize
  const [x, y, w, h] = figure.icon ?? figure.box
  const mmPerPixel = Math.max(w / (width - 2 * margin), h / (height - 2 * margin))
  return svgDocument({
    viewBox: [
      x + w / 2 - (width * mmPerPixel) / 2,
      y + h / 2 - (height * mmPerPixel) / 2,
      width * mmPerPixel,
      height * mmPerPixel,
    ],
    width,
    height,
    label: '',
    style: placeholderStyle(),
    body: figure.draw(createPen('icon', mmPerPixel, 0)),
  })
}

/** Draws a figure at the largest scale with all dimension lines inside the canvas. Makes at most six attempts. */
function fitFigure(figure: Figure, level: DetailLevel) {
  const { width, height, marginX, marginY, minMargin, fontSize } = canvases[level]
  const { box, rotation } =
    level === 'icon'
      ? rotateLongPart(figure.icon ?? figure.box)
      : { box: (level === 'sheet' && figure.sheet) || figure.box, rotation: '' }
  let mmPerPixel = Math.max(box[2] / (width - 2 * marginX), box[3] / (height - 2 * marginY))
  for (let attempt = 0; ; attempt++) {
    const pen = createPen(level, mmPerPixel, fontSize)
    const shapes = figure.draw(pen)
    const bounds = union(box, pen.bounds())
    const neededScale = Math.max(
      bounds[2] / (width - 2 * minMargin),
      bounds[3] / (height - 2 * minMargin),
    )
    if (neededScale <= mmPerPixel * 1.001 || attempt === 5)
      return { shapes, box: bounds, mmPerPixel, rotation }
    mmPerPixel = neededScale * 1.01
  }
}

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

/** The hatch pattern of cut faces: lines at 45°, 5.2 screen pixels apart. */
function hatchPattern(id: string, millimetresPerPixel: number): string {
  const step = formatCoordinate(5.2 * millimetresPerPixel)
  return (
    `<defs><pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="${step}" height="${step}" fill="var(--dw-fill)"/><path d="M0 0V${step}" stroke="var(--dw-line)" stroke-width="${formatCoordinate(0.9 * millimetresPerPixel)}"/></pattern></defs>`
  )
}

interface Document {
  readonly viewBox: Box
  readonly width: number
  readonly height: number
  readonly label: string
  readonly style: string
  readonly body: string
  readonly preserveAspectRatio?: string
}

/** Creates a standalone SVG document. */
export function svgDocument(document: Document): string {
  const { viewBox, width, height, label, style, body, preserveAspectRatio: fit } = document
  const box = viewBox.map(formatCoordinate).join(' ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"` +
    `${fit ? ` preserveAspectRatio="${fit}"` : ''} role="img"><title>${escapeXml(label)}</title>` +
    `<style>${style}</style>${body}</svg>\n`
  )
}

/** The colours of lines, dimensions, fills and shaded areas of icons. */
interface Colors {
  readonly line: string
  readonly dim: string
  readonly fill: string
  readonly shade: string
}

const light: Colors = { line: '#111826', dim: '#0337dc', fill: '#fcfdfe', shade: '#cfd6df' }
const dark: Colors = { line: '#ebeff4', dim: '#8cb1ff', fill: '#151a24', shade: '#2f3846' }

/** The blue area of the hero and the login page, the same in light and dark mode. */
export const blueColors: Colors = {
  line: '#fff',
  dim: '#c9ddff',
  fill: '#0337dc',
  shade: '#0126ac',
}

const variables = (colors: Colors) =>
  `--dw-line:${colors.line};--dw-dim:${colors.dim};--dw-fill:${colors.fill};--dw-shade:${colors.shade}`

const schemeVariables = (day: Colors, night: Colors) =>
  `svg{${variables(day)}}@media(prefers-color-scheme:dark){svg{${variables(night)}}}`

const schemes = schemeVariables(light, dark)
const pageSchemes = schemeVariables({ ...light, fill: '#f3f6f8' }, { ...dark, fill: '#0d1119' })

const fontFace = (family: string, woff2: string) =>
  `@font-face{font-family:${family};src:url(data:font/woff2;base64,${woff2})}`

/** The fonts are embedded, because an SVG in `<img>` cannot load other files. */
const fontFaces = fontFace('S', saira) + fontFace('A', archivo)

const textStyle =
  'text{fill:var(--dw-dim);font-family:S,"Arial Narrow",sans-serif;font-weight:500}.o{font-family:A,Arial,sans-serif;font-size:.9em}'

/**
 * Styles the line classes (see `LineClass`). Strokes of `w` and `i` scale with the drawing. `outline`: the width of
 * outlines in pixels. `cut`: the fill of cut faces.
 */
function lineStyles(outline: number, cut: string): string {
  return (
    '*{vector-effect:non-scaling-stroke}pattern *{vector-effect:none}' +
    `.v,.p,.x,.s{fill:var(--dw-fill);stroke:var(--dw-line);stroke-width:${outline};stroke-linejoin:round}` +
    `.x{fill:${cut}}.s{stroke-width:.8}.t,.h,.c,.g,.d{fill:none;stroke:var(--dw-line);stroke-width:.8}` +
    '.h{stroke-width:.9;stroke-dasharray:5 3}.c{stroke:var(--dw-dim);stroke-dasharray:12 3 2 3}' +
    '.g{stroke-dasharray:14 3 2 3 2 3}.d{stroke:var(--dw-dim);stroke-width:.9}.k{fill:var(--dw-dim)}' +
    '.w{stroke:var(--dw-line)}.i{stroke:var(--dw-fill)}.w,.i{fill:none;vector-effect:none;stroke-linejoin:round}'
  )
}

const outlineWidths: Record<DetailLevel, number> = { icon: 1.25, card: 1.5, sheet: 1.5 }

/** A sheet that is opened on its own fills the page, also on phones. Inside a page it is narrower than 900 pixels. */
const pageWideStyle =
  'svg{color-scheme:light dark}@media(min-width:900px){svg{width:100%;height:auto}}'

/** The style sheet of a part's drawing. `hatch` is the ID of its hatch pattern. */
function partStyle(level: DetailLevel, hatch: string): string {
  const cut = level === 'icon' ? 'var(--dw-shade)' : `url(#${hatch})`
  const textStyles = level === 'icon' ? '' : fontFaces + textStyle
  return (
    textStyles +
    (level === 'sheet' ? pageWideStyle : '') +
    schemes +
    lineStyles(outlineWidths[level], cut)
  )
}

/** The style sheet of a drawing with fixed colours, with or without fonts. */
export const colorStyle = (colors: Colors, outline: number, hasText: boolean): string =>
  `${hasText ? fontFaces + textStyle : ''}svg{${variables(colors)}}${lineStyles(outline, 'var(--dw-shade)')}`

/** The style sheet of a drawing that has the colour of the page as its background. */
export const pageStyle = (outline: number): string =>
  fontFaces + textStyle + pageSchemes + lineStyles(outline, 'var(--dw-shade)')

/** The style sheet of a placeholder: all lines are dashed with two dots. */
const placeholderStyle = (): string =>
  `${pageSchemes}${lineStyles(1, 'var(--dw-fill)')}` +
  '.v,.p,.x,.s,.t,.i{stroke-width:1;stroke-dasharray:14 3 2 3 2 3}' +
  '.w{display:none}.i{stroke:var(--dw-line);vector-effect:non-scaling-stroke}'
