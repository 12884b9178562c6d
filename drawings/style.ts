import { archivo, saira } from './lettering.ts'
import type { Level } from './pen.ts'

/** Colours of one ground: the part's lines, its dimensions, what fills it, and the icon's grey. */
interface Ground {
  readonly line: string
  readonly dim: string
  readonly fill: string
  readonly shade: string
}

const light: Ground = { line: '#111826', dim: '#0337dc', fill: '#fcfdfe', shade: '#cfd6df' }
const dark: Ground = { line: '#ebeff4', dim: '#8cb1ff', fill: '#151a24', shade: '#2f3846' }

/** The blue slab of the hero and the login: the same in light and dark. */
export const slab: Ground = { line: '#fff', dim: '#c9ddff', fill: '#0337dc', shade: '#0126ac' }

const variables = (ground: Ground) =>
  `--dw-line:${ground.line};--dw-dim:${ground.dim};--dw-fill:${ground.fill};--dw-shade:${ground.shade}`

const bothSchemes = (day: Ground, night: Ground) =>
  `svg{${variables(day)}}@media(prefers-color-scheme:dark){svg{${variables(night)}}}`

const schemes = bothSchemes(light, dark)
const pageSchemes = bothSchemes({ ...light, fill: '#f3f6f8' }, { ...dark, fill: '#0d1119' })

const face = (family: string, woff2: string) =>
  `@font-face{font-family:${family};src:url(data:font/woff2;base64,${woff2})}`

/** The two faces that figures are lettered in. A picture cannot load them, so it carries them. */
const faces = face('S', saira) + face('A', archivo)

const lettering =
  'text{fill:var(--dw-dim);font-family:S,"Arial Narrow",sans-serif;font-weight:500}.o{font-family:A,Arial,sans-serif;font-size:.9em}'

/**
 * The rules of a drawing. Lines keep their width whatever the scale.
 * @param outline width of the visible outline in pixels
 * @param cut what a cut face is filled with
 */
function lines(outline: number, cut: string): string {
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

/** The stylesheet of a part's drawing; `hatch` is the id of its hatch, if it has one. */
export function partStyle(level: Level, hatch: string): string {
  const cut = level === 'icon' ? 'var(--dw-shade)' : `url(#${hatch})`
  const letters = level === 'icon' ? '' : faces + lettering
  return letters + schemes + lines(outlines[level], cut)
}

/** The stylesheet of a drawing on one ground of its own, with or without the faces of figures. */
export const groundStyle = (ground: Ground, outline: number, figures: boolean): string =>
  `${figures ? faces + lettering : ''}svg{${variables(ground)}}${lines(outline, 'var(--dw-shade)')}`

/** The stylesheet of a drawing that lies on the page itself instead of a plate. */
export const pageStyle = (outline: number): string =>
  faces + lettering + pageSchemes + lines(outline, 'var(--dw-shade)')

/** The stylesheet of a phantom: every line dashed with two dots, and no figures. */
export const phantomStyle = (): string =>
  `${pageSchemes}${lines(1, 'var(--dw-fill)')}` +
  '.v,.p,.x,.s,.t,.i{stroke-width:1;stroke-dasharray:14 3 2 3 2 3}' +
  '.w{display:none}.i{stroke:var(--dw-line);vector-effect:non-scaling-stroke}'
