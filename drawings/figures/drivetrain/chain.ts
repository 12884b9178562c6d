import { links, pinRadius } from '../../chain.ts'
import type { FigureBuilder } from '../../dimension-pen.ts'
import type { Point } from '../../geometry.ts'
import { formatNumber, labelOf, readCount, readSize } from '../../parameters.ts'
import { pitch, roller } from '../../sprocket.ts'
import { bothSides, circle, line, rect, repeat } from '../../svg-elements.ts'

/** A length of chain from the side, and from above with rollers, plates and pins. */
export const chain: FigureBuilder = (parameters) => {
  const linkCount = readCount(parameters, 'links', 116, 2, 2000)
  const shownCount = readCount(parameters, 'shown_links', 12, 4, 16).value
  const pinLength = readSize(parameters, 'pin_length_mm', 7.1, 4, 12)
  const innerWidth = readSize(parameters, 'inner_width_mm', 2.38, 1.5, 5)
  const length = shownCount * pitch
  const [side, top] = [-10.5, 11]
  return {
    box: [-6, -17, length + 12, 34],
    icon: [-4.5, -4.5, 3 * pitch + 9, 9],
    draw(pen) {
      const { level, u } = pen
      if (level === 'icon') return links(pinCentres(3, 0), false)
      const views =
        links(pinCentres(shownCount, side), false) +
        line('c', -6 - 8 * u, side, length + 6 + 8 * u, side) +
        chainFromAbove(shownCount, top, pinLength.value, innerWidth.value)
      const half = pinLength.value / 2
      const pinDimension = pen.verticalDimension(
        top - half,
        top + half,
        length + 2,
        length + 2,
        length + 6 + 26 * u,
        pinLength,
      )
      if (level === 'card') return views + pinDimension
      return (
        views +
        pinDimension +
        pen.horizontalDimension(0, pitch, side, side, side - 8 - 14 * u, formatNumber(pitch)) +
        pen.horizontalDimension(
          0,
          length,
          top + half,
          top + half,
          top + half + pen.offset + 8 * u,
          labelOf(linkCount, '', ` LINKS × ${pitch} = ${(linkCount.value * pitch).toFixed(1)}`),
        ) +
        pen.leader(5 * pitch + 1.2, side - 1.4, 5.8 * pitch, side - 8 - 24 * u, `Ø${roller} ROLLER`)
      )
    },
  }
}

/** A connecting link: two outer plates with pins, and the adjacent links in phantom lines. */
export const connectingLink: FigureBuilder = (parameters) => {
  const pinLength = readSize(parameters, 'pin_length_mm', 5.5, 4, 12)
  const p = readSize(parameters, 'pitch_mm', pitch, 9, 16).value
  const [side, top] = [-9, 8]
  const half = pinLength.value / 2
  return {
    box: [-7, -14, p + 14, 27],
    icon: [-4.5, -4.5, p + 9, 9],
    draw(pen) {
      const { level, u } = pen
      const y = level === 'icon' ? 0 : side
      const plateAndPins =
        links(
          [
            [0, y],
            [p, y],
          ],
          false,
        ) + [0, p].map((x) => circle('v', x, y, 2.1)).join('')
      if (level === 'icon') return plateAndPins
      const above =
        bothSides((s) => rect('v', -4.2, top + s * (half - 1) - 0.5, p + 8.4, 1, 0.3)) +
        [0, p]
          .map((x, i) =>
            rect(
              'v',
              x - pinRadius,
              top - half + (i ? 0 : 0.5),
              2 * pinRadius,
              2 * half - 0.5,
              0.4,
            ),
          )
          .join('') +
        [0, p].map((x) => line('c', x, top - half - 6 * u, x, top + half + 6 * u)).join('')
      const neighbours = links(
        [
          [-p, side],
          [0, side],
        ],
        false,
        'g',
      ).replace(/<circle.*$/, '')
      const pinDimension = pen.verticalDimension(
        top - half,
        top + half,
        p + 4.2,
        p + 4.2,
        p + 4.2 + 24 * u,
        pinLength,
      )
      const centre = line('c', -7 - 8 * u, side, p + 7 + 8 * u, side)
      if (level === 'card') return plateAndPins + above + centre + pinDimension
      return (
        neighbours +
        plateAndPins +
        above +
        centre +
        pinDimension +
        pen.horizontalDimension(0, p, side, side, side - 7 - 20 * u, formatNumber(p))
      )
    },
  }
}

const pinCentres = (linkCount: number, y: number): Point[] =>
  Array.from({ length: linkCount + 1 }, (_, i) => [i * pitch, y])

/** The links from above: outer plates, inner plates, rollers and pins. */
function chainFromAbove(
  linkCount: number,
  y: number,
  pinLength: number,
  innerWidth: number,
): string {
  const plates = repeat(linkCount, (i) => {
    const from = i % 2 ? innerWidth / 2 : pinLength / 2 - 1.35
    return [y - from - 1, y + from]
      .map((at) => rect('s', i * pitch - 4.2, at, pitch + 8.4, 1, 0.3))
      .join('')
  })
  const pins = repeat(
    linkCount + 1,
    (i) =>
      rect('s', i * pitch - roller / 2, y - innerWidth / 2, roller, innerWidth, 0.3) +
      rect('t', i * pitch - pinRadius, y - pinLength / 2, 2 * pinRadius, pinLength, 0.3),
  )
  return plates + pins
}
