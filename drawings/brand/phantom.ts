import type { Figure } from '../figure.ts'
import { createPen } from '../pen.ts'
import { svgDocument } from '../sheet.ts'
import { phantomStyle } from '../style.ts'

const [width, height, margin] = [240, 180, 16]

/** Renders a figure's silhouette in phantom lines, without dimensions. */
export function renderPhantom(figure: Figure): string {
  const [x, y, w, h] = figure.icon ?? figure.box
  const u = Math.max(w / (width - 2 * margin), h / (height - 2 * margin))
  return svgDocument({
    viewBox: [x + w / 2 - (width * u) / 2, y + h / 2 - (height * u) / 2, width * u, height * u],
    width,
    height,
    label: '',
    style: phantomStyle(),
    body: figure.draw(createPen('icon', u, 0)),
  })
}
