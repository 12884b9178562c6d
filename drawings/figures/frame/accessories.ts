import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { type Point, points, polar, toRadians } from '../../geometry.ts'
import { formatNumber, labelOf, type Parameters, readChoice, readSize } from '../../parameters.ts'
import { armData, bentTube, corners, outline, sectorData } from '../../shapes.ts'
import { circle, crosshair, d, line, path, polygon, rect, repeat } from '../../svg-elements.ts'

/** A kickstand from the side: plate with two bolt holes, and an adjustable leg. */
export const kickstand: FigureBuilder = (parameters) => {
  const holes = readSize(parameters, 'plate_hole_spacing_mm', 18, 10, 60)
  const minLength = readSize(parameters, 'leg_min_mm', 290, 150, 400)
  const maxLength = readSize(parameters, 'leg_max_mm', minLength.value + 50, minLength.value, 450)
  const [h, L] = [holes.value / 2, (minLength.value + maxLength.value) / 2]
  return {
    box: [-40, -24, 80, L + 32],
    draw(pen) {
      const { level, u } = pen
      const k = level === 'icon' ? 2 : 1
      const leg =
        path('v', armData([0, 0], 9 * k, [0, L * 0.66], 8 * k)) +
        rect('v', -5.5 * k, L * 0.62, 11 * k, L * 0.36 - 8, 2) +
        outline(
          'v',
          points`
            ${-12 * k},${L - 8} ${-7 * k},${L - 26 * k} ${7 * k},${L - 26 * k} ${14 * k},${L - 8}
            ${14 * k},${L} ${-12 * k},${L}
          `,
          4,
        )
      const plate =
        outline(
          'v',
          points`${-h - 14},-24 ${h + 14},-24 ${h + 16},-6 13,14 -13,14 ${-h - 16},-6`,
          6,
        ) +
        [-h, h].map((x) => circle('p', x, -13, 4)).join('') +
        circle('v', 0, 2, 7) +
        circle('t', 0, 2, 3.4)
      const body = leg + plate
      if (level === 'icon') return body
      const button =
        repeat(3, (i) => circle('t', 0, L * 0.7 + i * 12, 2)) + path('t', d`M-5.5 ${L * 0.66}h11`)
      const range =
        minLength.isKnown && maxLength.isKnown
          ? `${formatNumber(minLength.value)}–${formatNumber(maxLength.value)}`
          : ''
      const views =
        body +
        button +
        line('c', 0, -24 - 8 * u, 0, L + 8 * u) +
        pen.verticalDimension(2, L, 7, 14, h + 22 + 34 * u, range)
      if (level === 'card') return views
      return (
        views +
        [-h, h].map((x) => crosshair(x, -13, 4 + 5 * u)).join('') +
        pen.horizontalDimension(-h, h, -17, -17, -24 - 24 * u, holes)
      )
    },
  }
}

/** A headlight from the side with its beam, or a rear light from behind with its bolts. */
export const light: FigureBuilder = (parameters) =>
  readChoice(parameters, 'position', 'rear')
    ? buildRearLight(parameters)
    : buildHeadlight(parameters)

function buildHeadlight(parameters: Parameters) {
  const lux = readSize(parameters, 'illuminance_lx', 40, 1, 500)
  const volts = readSize(parameters, 'input_v', 6, 1, 60)
  return {
    box: [-40, -30, 84, 74] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const housing = path(
        'v',
        d`M28 -26Q34 -26 34 -20V20Q34 26 28 26H12C-16 26 -36 16 -38 2C-38 -16 -14 -26 12 -26Z`,
      )
      const lens =
        rect('v', 30, -24, 8, 48, 3) + repeat(5, (i) => line('t', 30, -16 + i * 8, 38, -16 + i * 8))
      const bracket =
        outline('v', points`-10,22 10,22 10,34 4,44 -4,44 -10,34`, 4) + circle('p', 0, 37, 3)
      const body = bracket + housing + lens
      if (level === 'icon') return body
      const reflector =
        path('h', d`M28 -20C-4 -18 -16 -8 -18 0C-16 8 -4 18 28 20`) + circle('t', 6, -12, 3)
      const beam = path('g', d`M42 -14L62 -12M42 4L62 14`)
      const views =
        beam +
        body +
        reflector +
        line('c', -40 - 8 * u, 0, 62 + 8 * u, 0) +
        crosshair(0, 37, 5 + 5 * u) +
        pen.leader(52, -13, 58 + 4 * u, -30 - 4 * u, labelOf(lux, '', ' LX'))
      if (level === 'card') return views
      return (
        views +
        pen.leader(-34, 12, -40 - 18 * u, 34, volts.isKnown ? `${formatNumber(volts.value)} V` : '')
      )
    },
  }
}

function buildRearLight(parameters: Parameters) {
  const spacing = readSize(parameters, 'hole_spacing_mm', 80, 30, 120)
  const volts = readSize(parameters, 'input_v', 6, 1, 60)
  const s = spacing.value / 2
  const w = s + 14
  return {
    box: [-w, -22, 2 * w, 46] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const housing = outline(
        'v',
        corners`
          ${-w},-14,8 ${-w + 14},-22,10 ${w - 14},-22,10 ${w},-14,8 ${w},12,10 ${w - 16},22,12
          ${-w + 16},22,12 ${-w},12,10
        `,
      )
      const lens = outline('v', points`${-w + 8},-13 ${w - 8},-13 ${w - 10},6 ${-w + 10},6`, 5)
      const chips = repeat(3, (i) => circle('v', (i - 1) * 16, -4, 5))
      const ribCount = level === 'icon' ? 5 : 11
      const reflector = repeat(ribCount, (i) =>
        line(
          't',
          -w + 20 + ((2 * w - 40) * i) / (ribCount - 1),
          9,
          -w + 20 + ((2 * w - 40) * i) / (ribCount - 1),
          18,
        ),
      )
      const body = housing + lens + chips + reflector
      if (level === 'icon') return body
      const bolts = [-s, s]
        .map((x) => circle('h', x, 0, 2.6) + line('c', x, -10 - 6 * u, x, 10 + 6 * u))
        .join('')
      const views =
        body +
        bolts +
        line('c', 0, -22 - 8 * u, 0, 22 + 8 * u) +
        pen.horizontalDimension(-s, s, 10, 10, 22 + pen.offset, spacing)
      if (level === 'card') return views
      return (
        views +
        pen.leader(8, -22, 24, -22 - 26 * u, volts.isKnown ? `${formatNumber(volts.value)} V` : '')
      )
    },
  }
}

/** Scale of the section relative to the wheel. */
const sectionZoom = 4

/** A mudguard with stays around a wheel in phantom lines, and its enlarged section. */
export const mudguard: FigureBuilder = (parameters) => {
  const bead = readSize(parameters, 'bead_seat_mm', 622, 200, 700)
  const width = readSize(parameters, 'mudguard_width_mm', 45, 20, 120)
  const widest = readSize(parameters, 'tyre_width_max_mm', width.value - 8, 15, 120)
  const tyre = bead.value / 2 + widest.value
  const R = tyre + 14
  const [from, to] = [toRadians(-200), toRadians(-20)]
  const w = (width.value * sectionZoom) / 2
  const cx = R + 50 + w
  const foot = tyre
  return {
    box: [-R - 10, -R - 10, R + 10 + cx + w, R + foot + 10],
    icon: [-R - 34, -R - 34, 2 * R + 68, 1.4 * R + 68],
    draw(pen) {
      const { level, u } = pen
      const thick = level === 'icon' ? 34 : 9
      const blade = path('v', sectorData(R, R + thick, from, to))
      const stay = (a: number) => {
        const [x, y] = polar(R, toRadians(a))
        return line('v', 0, 0, x, y) + line('v', 8, 6, x + 4, y + 6)
      }
      const stays = stay(-185) + stay(-155) + circle('v', 0, 0, level === 'icon' ? 24 : 9)
      if (level === 'icon') return stay(-185) + stay(-150) + blade + circle('v', 0, 0, 24)
      const bridge = rect('v', -8, -R - 4, 16, 9, 2)
      const wheel = circle('g', 0, 0, tyre)
      const views =
        wheel +
        stays +
        blade +
        bridge +
        crosshair(0, 0, 40 + 8 * u) +
        drawMudguardSection(cx, w) +
        line('c', cx, -w * 0.62 - 8 * u, cx, 6 * u) +
        pen.horizontalDimension(cx - w, cx + w, 0, 0, pen.offset, width)
      if (level === 'card') return views
      return (
        views +
        circle('g', 0, 0, bead.value / 2) +
        pen.radialLeader(tyre, toRadians(-60), -60 * u, labelOf(widest, 'TYRE ')) +
        pen.radialLeader(bead.value / 2, toRadians(50), -60 * u, labelOf(bead, 'BEAD Ø'))
      )
    },
  }
}

/** Draws the curved section of a mudguard with rolled edges. */
const drawMudguardSection = (cx: number, w: number) =>
  path(
    'x',
    d`M${[cx - w, 0]}C${[cx - w * 0.9, -w * 0.75]} ${[cx + w * 0.9, -w * 0.75]} ${[cx + w, 0]}L${[cx + w - 7, 0]}C${[cx + w * 0.82, -w * 0.62]} ${[cx - w * 0.82, -w * 0.62]} ${[cx - w + 7, 0]}Z`,
  )

/** Height of the platform above the frame eyelets. */
const rackHeight = 330

/** A rear rack from the side: platform, three struts, front stay and light mount. */
export const rack: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'rack_length_mm', 350, 200, 600)
  const tube = readSize(parameters, 'tube_diameter_mm', 10, 5, 20)
  const [a, t] = [length.value / 2, tube.value]
  const foot = rackHeight
  return {
    box: [-a - 34, -t, 2 * a + 44, foot + t + 12],
    draw(pen) {
      const { level, u } = pen
      const thick = level === 'icon' ? 20 : t
      const struts = [-a * 0.5, a * 0.02, a * 0.56]
        .map((x) => bentTube(d`M${[x, 0]}L${[-10 + x * 0.06, foot - 10]}`, thick, pen))
        .join('')
      const eye =
        circle('v', -10, foot, level === 'icon' ? 20 : 11) +
        circle('p', -10, foot, level === 'icon' ? 7 : 3)
      const platform = bentTube(d`M${[-a, 0]}H${a - 14}Q${[a, 0]} ${[a, 14]}V26`, thick, pen)
      const stay = bentTube(
        d`M${[-a, 0]}Q${[-a - 18, 0]} ${[-a - 24, 22]}L${[-a - 30, 48]}`,
        thick * 0.8,
        pen,
      )
      const body = struts + eye + stay + platform
      if (level === 'icon') return body
      const clip = path(
        'v',
        d`M${[-a * 0.3, -t / 2]}Q${[-a * 0.1, -t * 1.6]} ${[a * 0.4, -t * 0.9]}L${[a * 0.66, -t / 2]}Z`,
      )
      const plate = rect('v', a + 2, 12, 4, 40, 1)
      const views =
        clip +
        body +
        plate +
        line('c', -10, foot - 24 - 8 * u, -10, foot + 24 + 6 * u) +
        line('c', -34 - 8 * u, foot, 14 + 8 * u, foot) +
        pen.horizontalDimension(-a, a, 0, 0, -t * 1.6 - 24 * u, length)
      if (level === 'card') return views
      return (
        views +
        pen.leader(a * 0.36, rackHeight * 0.36, a, rackHeight * 0.5, labelOf(tube, 'TUBE Ø'))
      )
    },
  }
}

/** A part of an unknown family, as an isometric box. */
export const box: FigureBuilder = (parameters) => {
  const length = firstKnownSize(parameters, ['length_mm', 'box_length_mm'], 90)
  const width = firstKnownSize(parameters, ['width_mm', 'box_width_mm'], length.value * 0.6)
  const height = firstKnownSize(parameters, ['height_mm', 'box_height_mm'], length.value * 0.45)
  const longest = Math.max(length.value, width.value, height.value)
  // Very thin boxes are drawn thicker. Their dimensions show the true size.
  const visibleSize = (value: number) => Math.max(value, longest / 12)
  const [l, w, h] = [visibleSize(length.value), visibleSize(width.value), visibleSize(height.value)]
  const at = (x: number, y: number, z: number): Point => [
    (x - y) * Math.cos(Math.PI / 6),
    (x + y) / 2 - z,
  ]
  const [left, right] = [at(0, w, 0)[0], at(l, 0, 0)[0]]
  const [top, foot] = [at(0, 0, h)[1], at(l, w, 0)[1]]
  return {
    box: [left, top, right - left, foot - top],
    draw(pen) {
      const faces =
        polygon('v', [at(0, 0, h), at(l, 0, h), at(l, w, h), at(0, w, h)]) +
        polygon('v', [at(0, w, h), at(l, w, h), at(l, w, 0), at(0, w, 0)]) +
        polygon('v', [at(l, w, h), at(l, 0, h), at(l, 0, 0), at(l, w, 0)])
      const seam = line('t', ...at(0, w / 2, h), ...at(l, w / 2, h))
      if (pen.level === 'icon') return faces + seam
      const heightDimension = pen.verticalDimension(
        at(0, w, h)[1],
        at(0, w, 0)[1],
        left,
        left,
        left - pen.offset,
        height,
      )
      const [a, b] = [at(l / 2, w, 0), at(l, w / 2, 0)]
      const leaders =
        pen.leader(...a, a[0] - 30 * pen.u, a[1] + 34 * pen.u, length) +
        pen.leader(...b, b[0] + 30 * pen.u, b[1] + 34 * pen.u, width)
      return faces + seam + heightDimension + leaders
    },
  }
}

function firstKnownSize(parameters: Parameters, names: readonly string[], standard: number) {
  const sizes = names.map((name) => readSize(parameters, name, standard, 0.5, 3000))
  return sizes.find((size) => size.isKnown) ?? { value: standard, isKnown: false }
}
