import type { Figure } from '../figure.ts'
import { makePen } from '../pen.ts'
import { document } from '../sheet.ts'
import { phantomStyle } from '../style.ts'

const [width, height, margin] = [240, 180, 16]

/** A figure's silhouette in phantom lines, without dimensions. */
export function phantom(figure: Figure): string {
  const [x, y, w, h] = figure.icon ?? figure.box
  const u = Math.max(w / (width - 2 * margin), h / (height - 2 * margin))
  return document({
    viewBox: [x + w / 2 - (width * u) / 2, y + h / 2 - (height * u) / 2, width * u, height * u],
    width,
    height,
    label: '',
    style: phantomStyle(),
    body: figure.draw(makePen('icon', u, 0)),
  })
}
