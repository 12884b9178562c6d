import type { Family } from '../../figure.ts'
import { dimensionLabel, hasNumber, readSize, type Size } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { turnedBody } from '../../shafts.ts'
import { circle, d, path, polygon, rect, repeat, stroke } from '../../strokes.ts'

/** A bottom bracket in half section: a cartridge with axle, or cups for a through axle. */
export const bottomBracket: Family = (parameters) => {
  const shell = readSize(parameters, 'shell_width_mm', 68, 60, 140)
  if (hasNumber(parameters, 'bore_mm'))
    return cups(shell, readSize(parameters, 'bore_mm', 24, 15, 32))
  return cartridge(
    shell,
    readSize(parameters, 'axle_length_mm', shell.value + 50, shell.value + 20, 200),
  )
}

/** Radius of the shell thread. */
const bore = 17.4

function cartridge(shell: Size, axle: Size) {
  const [s, a] = [shell.value / 2, axle.value / 2]
  const isBritish = shell.known && (shell.value === 68 || shell.value === 73)
  return {
    box: [-a, -bore - 4.5, 2 * a, 2 * bore + 9] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const unit = rect('v', 2 - s, -bore, 2 * s - 4, 2 * bore)
      const both = bothEnds((k) => cup(k, s, level !== 'icon'))
      const spindle =
        turnedBody([
          [-a, 5.4],
          [1 - a, 6.2],
          [20 - a, 7.4],
          [-s - 1, 7.5],
          [s + 1, 7.5],
          [a - 20, 7.4],
          [a - 1, 6.2],
          [a, 5.4],
        ]) +
        bothEnds((k) =>
          polygon('t', [
            [k * (a - 1), -3.6],
            [k * (a - 19), -4.6],
            [k * (a - 19), 4.6],
            [k * (a - 1), 3.6],
          ]),
        )
      if (level === 'icon') return unit + both + spindle
      const views =
        frameShell(s, bore) +
        unit +
        both +
        spindle +
        rect('h', -a, -3, 16, 6) +
        rect('h', a - 16, -3, 16, 6) +
        stroke('c', -a - 10 * u, 0, a + 10 * u, 0)
      const across = pen.horizontalDimension(
        -a,
        a,
        5.4,
        5.4,
        bore + 4.5 + pen.dimensionOffset,
        dimensionLabel(axle),
      )
      if (level === 'card') return views + across
      return (
        views +
        across +
        pen.horizontalDimension(
          -s,
          s,
          -bore - 4.5,
          -bore - 4.5,
          -bore - 4.5 - 26 * u,
          dimensionLabel(shell),
        ) +
        pen.leader(s - 6, -bore, a - 4, -bore - 4.5 - 34 * u, isBritish ? '1.37 × 24 TPI' : '')
      )
    },
  }
}

/** One cup of a cartridge: cut in the upper half, uncut in the lower half. */
function cup(k: number, s: number, isDetailed: boolean): string {
  const x = (at: number) => k * at
  const race = d`M${[x(s + 4), -bore - 2]}h${-k * 4}v2h${-k * 14}v5h${k * 18}Z`
  const left = (from: number, to: number) => Math.min(x(from), x(to))
  return (
    path('x', race) +
    rect('v', left(s - 7, s + 3), 5 - bore, 10, bore - 12.5) +
    circle('v', x(s - 2), 5 - bore + (bore - 12.5) / 2, 2.4) +
    rect('v', left(s, s + 4), 0, 4, bore + 2) +
    rect('v', left(s - 14, s), 0, 14, bore) +
    (isDetailed
      ? repeat(4, (i) => stroke('t', x(s), (bore * (i + 1)) / 5, x(s + 4), (bore * (i + 1)) / 5))
      : '')
  )
}

function cups(shell: Size, hole: Size) {
  const s = shell.value / 2
  const [r, isPressFit] = [hole.value / 2, shell.value >= 84]
  // Outboard cups sit beside the shell. Press-fit cups hold their bearings inside it.
  const [out, R] = isPressFit ? [2, 20.5] : [11, 22]
  const housing = isPressFit ? 20.5 : bore
  const end = s + out
  return {
    box: [-end - 3, -R - 4.5, 2 * end + 6, 2 * R + 9] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const sleeve = rect('v', 8 - s, -r - 2.4, 2 * s - 16, 2 * r + 4.8)
      if (level === 'icon') return sleeve + bothEnds((k) => plainCup(k, s, end, R, housing))
      const body = sleeve + bothEnds((k) => openCup(k, s, end, R, r, housing, isPressFit))
      const views =
        frameShell(s, housing) +
        body +
        path('g', d`M${[-end - 6, -r]}H${end + 6}M${[-end - 6, r]}H${end + 6}`) +
        stroke('c', -end - 14 * u, 0, end + 14 * u, 0)
      const across = pen.horizontalDimension(
        -s,
        s,
        housing,
        housing,
        R + 4.5 + pen.dimensionOffset,
        dimensionLabel(shell),
      )
      if (level === 'card') return views + across
      return (
        views +
        across +
        pen.verticalDimension(
          -r,
          r,
          -end - 3,
          -end - 3,
          -end - 3 - pen.dimensionOffset,
          dimensionLabel(hole, 'Ø'),
        )
      )
    },
  }
}

/** An uncut cup for the icon: the part inside the shell and the notched rim. */
const plainCup = (k: number, s: number, end: number, R: number, housing: number) =>
  rect('v', k < 0 ? -s : s - 13, -housing, 13, 2 * housing) +
  rect('v', k < 0 ? -end : s, -R, end - s, 2 * R) +
  [-0.5, 0, 0.5].map((y) => stroke('t', k * s, y * R, k * end, y * R)).join('')

/** A cup for a through axle: cut in the upper half, uncut in the lower half. */
function openCup(
  k: number,
  s: number,
  end: number,
  R: number,
  r: number,
  housing: number,
  isPressFit: boolean,
) {
  const x = (at: number) => k * at
  const bearing = isPressFit ? s - 8 : s + 2
  const left = (from: number, to: number) => Math.min(x(from), x(to))
  const wall = Math.max(r + 6.5, housing - 3)
  const cut = d`M${[x(end), -R]}H${x(s)}V${-housing}H${x(s - 13)}V${-wall}H${x(bearing)}V${-r - 6.5}H${x(end)}Z`
  return (
    path('x', cut) +
    rect('v', left(bearing, bearing + 7), -r - 6.5, 7, 6.5) +
    circle('v', x(bearing + 3.5), -r - 3.25, 2) +
    rect('v', left(s - 13, s), r, 13, housing - r) +
    rect('v', left(s, end), r, end - s, R - r) +
    (isPressFit
      ? ''
      : repeat(5, (i) =>
          stroke('t', x(s), r + ((R - r) * (i + 1)) / 6, x(end), r + ((R - r) * (i + 1)) / 6),
        ))
  )
}

/** The shell of the frame, in phantom lines. */
const frameShell = (s: number, r: number) =>
  rect('g', -s, -r - 4.5, 2 * s, 4.5) + rect('g', -s, r, 2 * s, 4.5)

const bothEnds = (shape: (k: number) => string) => shape(-1) + shape(1)
