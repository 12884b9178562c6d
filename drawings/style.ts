import { archivo, saira } from './font-data.ts'
import type { Level } from './pen.ts'

/** The colours of lines, dimensions, fills and shaded areas of icons. */
interface Palette {
  readonly line: string
  readonly dim: string
  readonly fill: string
  readonly shade: string
}

const light: Palette = { line: '#111826', dim: '#0337dc', fill: '#fcfdfe', shade: '#cfd6df' }
const dark: Palette = { line: '#ebeff4', dim: '#8cb1ff', fill: '#151a24', shade: '#2f3846' }

/** The blue area of the hero and the login page, the same in light and dark mode. */
export const bluePalette: Palette = {
  line: '#fff',
  dim: '#c9ddff',
  fill: '#0337dc',
  shade: '#0126ac',
}

const variables = (palette: Palette) =>
  `--dw-line:${palette.line};--dw-dim:${palette.dim};--dw-fill:${palette.fill};--dw-shade:${palette.shade}`

const schemeVariables = (day: Palette, night: Palette) =>
  `svg{${variables(day)}}@media(prefers-color-scheme:dark){svg{${variables(night)}}}`

const schemes = schemeVariables(light, dark)
const pageSchemes = schemeVariables({ ...light, fill: '#f3f6f8' }, { ...dark, fill: '#0d1119' })

const fontFace = (family: string, woff2: string) =>
  `@font-face{font-family:${family};src:url(data:font/woff2;base64,${woff2})}`

/** The fonts of the texts. An SVG in `<img>` cannot load fonts, so they are embedded. */
const fontFaces = fontFace('S', saira) + fontFace('A', archivo)

const textStyle =
  'text{fill:var(--dw-dim);font-family:S,"Arial Narrow",sans-serif;font-weight:500}.o{font-family:A,Arial,sans-serif;font-size:.9em}'

/** Line styles. `outline` is the outline width in pixels at any scale; `cut` the fill of cut faces. */
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

const outlines: Record<Level, number> = { icon: 1.25, card: 1.5, sheet: 1.5 }

/** The style sheet of a part's drawing. `hatch` is the ID of its hatch pattern. */
export function partStyle(level: Level, hatch: string): string {
  const cut = level === 'icon' ? 'var(--dw-shade)' : `url(#${hatch})`
  const textStyles = level === 'icon' ? '' : fontFaces + textStyle
  return textStyles + schemes + lineStyles(outlines[level], cut)
}

/** The style sheet of a drawing with a fixed palette, with or without fonts. */
export const paletteStyle = (palette: Palette, outline: number, hasText: boolean): string =>
  `${hasText ? fontFaces + textStyle : ''}svg{${variables(palette)}}${lineStyles(outline, 'var(--dw-shade)')}`

/** The style sheet of a drawing directly on the page background. */
export const pageStyle = (outline: number): string =>
  fontFaces + textStyle + pageSchemes + lineStyles(outline, 'var(--dw-shade)')

/** The style sheet of a phantom: all lines are dashed with two dots. */
export const phantomStyle = (): string =>
  `${pageSchemes}${lineStyles(1, 'var(--dw-fill)')}` +
  '.v,.p,.x,.s,.t,.i{stroke-width:1;stroke-dasharray:14 3 2 3 2 3}' +
  '.w{display:none}.i{stroke:var(--dw-line);vector-effect:non-scaling-stroke}'
