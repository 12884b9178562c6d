import type { Family } from '../../figure.ts'
import { dimensionLabel, formatNumber, readSize } from '../../parameters.ts'
import { turnedBody } from '../../shafts.ts'
import { circle, crosshair, d, path, polygon, rect, repeat, stroke } from '../../strokes.ts'

/** Enlargement of the thickness relative to the length. */
const across = 3.2

/** A broken spoke from the side: bent head, butts, rolled thread. The dimension shows its true length. */
export const spoke: Family = (parameters) => {
  const length = readSize(parameters, 'spoke_length_mm', 262, 50, 400)
  const angle = readSize(parameters, 'head_angle_deg', 95, 80, 110)
  const threaded = readSize(parameters, 'thread_length_mm', 10, 5, 20)
  const [head, middle, end] = gauges(parameters.spoke_gauge_mm)
  const known = head.known
  return {
    box: [-52, -8, 104, 24],
    draw(pen) {
      const { level, u } = pen
      const scale = level === 'icon' ? 2.4 : across / 2
      const [r1, r2, r3] = [head.value, middle.value, end.value].map((g) => (g * scale) / 2) as [
        number,
        number,
        number,
      ]
      const lean = Math.tan(((angle.value - 90) * Math.PI) / 180) * 10
      const elbow = path(
        'v',
        d`M${[-46 - r1 - lean, 11]}L${[-46 - r1, r1]}Q${[-46 - r1, -r1]} ${[-46 + r1, -r1]}H-36L${[-32, -r2]}H-6V${r2}H-32L${[-36, r1]}H${-46 + r1 * 1.6}Q${[-46 + r1, r1]} ${[-46 + r1, r1 * 1.6]}L${[-46 + r1 - lean, 11]}Z`,
      )
      const cap = path(
        'v',
        d`M${[-46 - lean - r1 * 2.1, 11]}H${-46 - lean + r1 * 2.1}Q${[-46 - lean + r1 * 1.6, 11 + r1 * 1.6]} ${[-46 - lean, 11 + r1 * 1.6]}Q${[-46 - lean - r1 * 1.6, 11 + r1 * 1.6]} ${[-46 - lean - r1 * 2.1, 11]}Z`,
      )
      const from = 44 - threaded.value * 1.4
      const cut = level === 'icon' ? -7 : 2
      const shaft = path(
        'v',
        d`M${cut} ${-r2}H${from - 8}L${[from - 4, -r3]}H44V${r3}H${from - 4}L${[from - 8, r2]}H${cut}Z`,
      )
      const body = elbow + cap + shaft + rolled(from, 44, r3, level === 'icon' ? 5 : 12)
      if (level === 'icon') return body
      const views =
        body +
        breaks(-6, 2, r2, u) +
        stroke('c', -52, 0, 46 + 9 * u, 0) +
        pen.horizontalDimension(-46, 44, 14, r3, 16 + pen.dimensionOffset, dimensionLabel(length))
      if (level === 'card') return views
      const same = head.value === middle.value && middle.value === end.value
      return (
        views +
        pen.leader(-40, -r1, -34, -8 - 22 * u, known ? `Ø${formatNumber(head.value)}` : '') +
        (same
          ? ''
          : pen.leader(14, -r2, 18, -8 - 22 * u, known ? `Ø${formatNumber(middle.value)}` : '')) +
        pen.horizontalDimension(from, 44, -r3, -r3, -8 - 24 * u, dimensionLabel(threaded)) +
        pen.leader(-46 - lean / 2, 6, -46 + 10, 10, dimensionLabel(angle, '', '°'))
      )
    },
  }
}

/** Reads the diameters at the head, in the middle and at the thread. */
function gauges(value: unknown) {
  const list: unknown[] = Array.isArray(value) ? value : []
  const at = (i: number) => readSize({ gauge: list[i] }, 'gauge', 2, 1, 4)
  return [at(0), at(1), at(2)] as const
}

/** A rolled thread: slanted lines between two positions. */
const rolled = (from: number, to: number, r: number, n: number) =>
  path(
    't',
    repeat(n, (i) => {
      const x = from + ((to - from) * i) / n
      return d`M${[x, -r]}l${(to - from) / n / 1.6} ${2 * r}`
    }),
  )

const breaks = (x1: number, x2: number, r: number, u: number) =>
  path(
    't',
    [x1, x2]
      .map((x) => d`M${[x, -r - 3 * u]}q${4 * u} ${(r + 3 * u) / 2} 0 ${r + 3 * u}t0 ${r + 3 * u}`)
      .join(''),
  )

/** A nipple from the side and from its end: round slotted head, square shank, threaded bore. */
export const nipple: Family = (parameters) => {
  const length = readSize(parameters, 'nipple_length_mm', 12, 6, 30)
  const body = readSize(parameters, 'body_mm', 4, 2.5, 8)
  const key = readSize(parameters, 'key_mm', 3.25, 2, 7)
  const [L, r, k] = [length.value, body.value / 2, key.value / 2]
  const head = r * 1.5
  const cx = L + head * 2.4
  return {
    box: [0, -head, cx + head, 2 * head],
    icon: [0, -head, L, 2 * head],
    draw(pen) {
      const { level, u } = pen
      const round = L * 0.48
      const side =
        turnedBody([
          [round, r],
          [L - 3, r],
          [L - 3, head * 0.82],
          [L - 2.2, head],
          [L - 1, head * 0.86],
          [L, head * 0.4],
        ]) +
        polygon('v', [
          [0.4, -k],
          [round, -k],
          [round, k],
          [0.4, k],
          [0, k - 0.4],
          [0, 0.4 - k],
        ])
      const flats = path(
        't',
        d`M${[0, -k * 0.3]}H${round}M${[round, -k]}L${[round + 0.9, 0]}L${[round, k]}`,
      )
      if (level === 'icon') return side + flats
      const views =
        side +
        flats +
        rect('h', 0, -0.95, L - 0.8, 1.9) +
        circle('v', cx, 0, head) +
        circle('t', cx, 0, r) +
        rect('p', cx - head * 0.94, -0.4, head * 1.88, 0.8) +
        stroke('c', -8 * u, 0, L + 8 * u, 0) +
        crosshair(cx, 0, head + 8 * u) +
        pen.horizontalDimension(
          0,
          L,
          k,
          head * 0.4,
          head + pen.dimensionOffset,
          dimensionLabel(length),
        )
      if (level === 'card') return views
      return (
        views +
        pen.verticalDimension(-k, k, 0, 0, -26 * u, dimensionLabel(key)) +
        pen.leader(
          round + (L - 3 - round) / 2,
          -r,
          L * 0.55,
          -head - 30 * u,
          dimensionLabel(body, 'Ø'),
        )
      )
    },
  }
}
