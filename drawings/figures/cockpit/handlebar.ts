import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { polar, toRadians } from '../../geometry.ts'
import { hasNumber, labelOf, type Parameters, readSize, type Size } from '../../parameters.ts'
import { bentTube, corners, outline } from '../../shapes.ts'
import { circle, crosshair, d, line, path, rect, repeat, transform } from '../../svg-elements.ts'

/** Diameter of the tube at the grips. */
const gripTubeDiameter = 22.2

/** A flat handlebar from above, or a drop bar from the side. */
export const handlebar: FigureBuilder = (parameters) =>
  hasNumber(parameters, 'drop_mm') ? buildDropBar(parameters) : buildFlatBar(parameters)

/** Builds a flat bar: from above, and on the sheet also from the front. */
function buildFlatBar(parameters: Parameters) {
  const width = readSize(parameters, 'width_mm', 680, 350, 900)
  const clamp = readSize(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const rise = readSize(parameters, 'rise_mm', 20, 0, 200)
  const sweep = readSize(parameters, 'backsweep_deg', 9, 0, 80)
  const [w, lean] = [width.value / 2, toRadians(sweep.value)]
  // With a strong sweep, the bends leave straight grips of about 170 mm.
  const bend = sweep.value > 25 ? w - 170 * Math.cos(lean) : 60
  /** The distance from the middle at which the sweep begins. */
  const sweepStart = bend + 10
  const back = Math.tan(lean) * (w - sweepStart)
  const frontViewY = back + 70 + rise.value
  return {
    box: [-w, -clamp.value / 2, 2 * w, back + clamp.value / 2 + gripTubeDiameter / 2] as const,
    sheet: [-w, -clamp.value / 2, 2 * w, frontViewY + clamp.value] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const tubeWidth = level === 'icon' ? Math.max(gripTubeDiameter, 34) : gripTubeDiameter
      const sweepOffset = Math.tan(lean) * 26
      const axis = d`M${[-w, back]}L${[-sweepStart - 26, sweepOffset]}Q${[-sweepStart, 0]} ${[36 - sweepStart, 0]}H${sweepStart - 36}Q${[sweepStart, 0]} ${[sweepStart + 26, sweepOffset]}L${[w, back]}`
      const topView =
        bentTube(axis, tubeWidth, pen, 'butt') +
        tubeEnds(w, back, lean, tubeWidth) +
        bulge(clamp.value, tubeWidth / gripTubeDiameter)
      if (level === 'icon') return topView
      const views =
        topView +
        line('c', 0, -clamp.value / 2 - 10 * u, 0, clamp.value / 2 + 10 * u) +
        (level === 'card' ? widthDimension(pen, w, back + gripTubeDiameter / 2, width) : '')
      if (level === 'card') return views
      const y = frontViewY
      const r = rise.value
      const frontView =
        bentTube(
          d`M${[-w, y - r]}H${-bend - 60}C${[-bend - 10, y - r]} ${[-bend + 10, y]} ${[-Math.min(bend, 50), y]}H${Math.min(bend, 50)}C${[bend - 10, y]} ${[bend + 10, y - r]} ${[bend + 60, y - r]}H${w}`,
          gripTubeDiameter,
          pen,
          'butt',
        ) +
        line('v', -w, y - r - gripTubeDiameter / 2, -w, y - r + gripTubeDiameter / 2) +
        line('v', w, y - r - gripTubeDiameter / 2, w, y - r + gripTubeDiameter / 2)
      return (
        views +
        widthDimension(pen, w, y + clamp.value / 2, width) +
        frontView +
        `<g transform="translate(0 ${y})">${bulge(clamp.value, 1)}</g>` +
        line('c', -w - 8 * u, y, w + 8 * u, y) +
        pen.verticalDimension(y - r, y, w, w, w + 24 * u, rise) +
        pen.leader(
          -8,
          y - clamp.value / 2,
          -30,
          y - clamp.value / 2 - 24 * u,
          labelOf(clamp, 'Ø'),
        ) +
        pen.leader(
          w * 0.9,
          back - Math.tan(lean) * w * 0.1 - gripTubeDiameter / 2,
          w * 0.8,
          -36 * u,
          labelOf(sweep, '', '°'),
        )
      )
    },
  }
}

/** The overall width, below a view that ends at y. */
const widthDimension = (pen: Pen, halfWidth: number, y: number, label: Size) =>
  pen.horizontalDimension(-halfWidth, halfWidth, y, y, y + pen.offset, label)

/** The thicker middle for the stem clamp. */
const bulge = (clampDiameter: number, scale: number) => {
  const [r, t] = [(clampDiameter / 2) * scale, (gripTubeDiameter / 2) * scale]
  return path(
    'v',
    d`M-46 ${-t}C-38 ${-t} -38 ${-r} -30 ${-r}H30C38 ${-r} 38 ${-t} 46 ${-t}V${t}C38 ${t} 38 ${r} 30 ${r}H-30C-38 ${r} -38 ${t} -46 ${t}Z`,
  )
}

const tubeEnds = (halfWidth: number, sweepBack: number, lean: number, tubeWidth: number) => {
  const [x, y] = [(Math.sin(lean) * tubeWidth) / 2, (Math.cos(lean) * tubeWidth) / 2]
  return (
    line('v', halfWidth + x, sweepBack - y, halfWidth - x, sweepBack + y) +
    line('v', -halfWidth - x, sweepBack - y, -halfWidth + x, sweepBack + y)
  )
}

function buildDropBar(parameters: Parameters) {
  const reach: Size = readSize(parameters, 'reach_mm', 75, 50, 120)
  const drop: Size = readSize(parameters, 'drop_mm', 125, 80, 200)
  const clamp = readSize(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const width = readSize(parameters, 'width_mm', 420, 320, 600)
  const [x, y, t] = [reach.value, drop.value, 23.8]
  const top = Math.min(42, y * 0.36)
  const hook = y - top
  return {
    box: [-50, -clamp.value / 2 - 2, x + 50 + t / 2, y + clamp.value / 2 + t / 2 + 2] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const axis = d`M0 0H${x - top}A${top} ${top} 0 0 1 ${[x, top]}A${hook} ${hook} 0 0 1 ${[x - hook, y]}H-48`
      const bar = bentTube(axis, t, pen, 'butt') + line('v', -48, y - t / 2, -48, y + t / 2)
      const body = bar + circle('v', 0, 0, clamp.value / 2) + circle('t', 0, 0, t / 2)
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, clamp.value / 2 + 10 * u) +
        path('c', axis) +
        pen.verticalDimension(0, y, clamp.value / 2 - 14, -48, -50 - pen.offset, drop)
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(0, x, -clamp.value / 2, top, -clamp.value / 2 - 30 * u, reach) +
        pen.radialLeader(clamp.value / 2, toRadians(215), 40 * u, labelOf(clamp, 'Ø')) +
        pen.leader(x + t / 2 - 1, top + 10, x + 30 * u, top + 34 * u, labelOf(width, 'WIDTH '))
      )
    },
  }
}

/** Height of the steerer clamp. */
const steererClampHeight = 40

/** A stem from the side. The extension is horizontal, so that its dimension is horizontal. The steerer is tilted. */
export const stem: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'stem_length_mm', 90, 30, 150)
  const angle = readSize(parameters, 'angle_deg', 6, -45, 45)
  const steerer = readSize(parameters, 'steerer_clamp_mm', 28.6, 22, 45)
  const bar = readSize(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const [L, s, b] = [length.value, steerer.value / 2, bar.value / 2]
  const half = s + 4
  const lean = Math.abs(Math.sin(toRadians(angle.value))) * 34
  const foot = steererClampHeight / 2 + 2
  return {
    box: [-half - lean - 4, -foot, L + half + lean + b + 14, 2 * foot],
    draw(pen) {
      const { level, u } = pen
      const extension = path(
        'v',
        d`M0 -13.5C${L * 0.4} -13.5 ${L - b - 8} -12 ${L} ${-b - 2}V${b + 2}C${L - b - 8} 12 ${L * 0.4} 13.5 0 13.5Z`,
      )
      const clamp =
        rect('v', -half, -steererClampHeight / 2, 2 * half, steererClampHeight, 4) +
        rect('v', -half - 4, -14, 6, 8, 1.5) +
        rect('v', -half - 4, 6, 6, 8, 1.5)
      const plate =
        path('v', d`M${[L, -b - 5]}A${b + 5} ${b + 5} 0 0 1 ${[L, b + 5]}Z`) +
        line('v', L, -b - 5, L, b + 5)
      const head =
        circle('v', L, 0, b + 4) + circle('p', L, 0, b) + bolt(L, -b - 4.5) + bolt(L, b + 4.5)
      const body = extension + transform(clamp, 0, 0, angle.value) + plate + head
      if (level === 'icon') return body
      const axis = steererClampHeight / 2 + 12 * u
      const bore = transform(
        rect('h', -s, -steererClampHeight / 2, 2 * s, steererClampHeight) +
          line('c', 0, -axis, 0, axis),
        0,
        0,
        angle.value,
      )
      const views =
        body +
        bore +
        line('c', -half - 10 * u, 0, L + b + 5 + 10 * u, 0) +
        crosshair(L, 0, b + 8 + 8 * u) +
        pen.horizontalDimension(0, L, foot, b + 8, foot + pen.offset, length)
      if (level === 'card') return views
      const top = polar(axis, toRadians(angle.value - 90))
      return (
        views +
        pen.radialLeader(b, toRadians(-40), 40 * u, labelOf(bar, 'Ø'), L) +
        pen.leader(
          -s * 0.6,
          -steererClampHeight / 2 + 3,
          -half - 30 * u,
          -foot - 20 * u,
          labelOf(steerer, 'Ø'),
        ) +
        pen.leader(
          top[0],
          top[1] + 2 * u,
          top[0] + 20 * u,
          top[1] - 8 * u,
          angle.value ? labelOf(angle, '', '°') : '',
        )
      )
    },
  }
}

const bolt = (x: number, y: number) =>
  rect('v', x - 5, y - 3, 12, 6, 1.5) + circle('t', x + 4, y, 1.6)

/** Radius of the handlebar under a grip. */
const handlebarRadius = 11.1

/** A grip from the side and from its end. */
export const grip: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'grip_length_mm', 130, 60, 200)
  const outer = readSize(parameters, 'outside_diameter_mm', 32, 25, 60)
  const [L, R] = [length.value, outer.value / 2]
  const cx = L + R * 2
  return {
    box: [0, -R - 3, cx + R, 2 * R + 6],
    icon: [0, -R - 3, L, 2 * R + 6],
    draw(pen) {
      const { level, u } = pen
      const body =
        outline(
          'v',
          corners`
            4,${-R + 2} 16,${-R} ${L * 0.5},${-R + 1.4},30 ${L - 8},${-R},8 ${L},${-R + 4},3
            ${L},${R - 4},3 ${L - 8},${R},8 ${L * 0.5},${R - 1.4},30 16,${R} 4,${R - 2}
          `,
          4,
        ) +
        rect('v', 0, -R - 2, 10, 2 * R + 4, 2) +
        rect('v', 3, R - 1, 4, 4, 0.8)
      const n = level === 'icon' ? 6 : 14
      const ribs = repeat(n, (i) =>
        line(
          't',
          20 + ((L - 40) * i) / (n - 1),
          -R * 0.62,
          20 + ((L - 40) * i) / (n - 1),
          R * 0.62,
        ),
      )
      if (level === 'icon') return body + ribs
      const end =
        circle('v', cx, 0, R) + circle('t', cx, 0, R - 2) + circle('p', cx, 0, handlebarRadius)
      const views =
        body +
        ribs +
        path('h', d`M0 ${-handlebarRadius}H${L - 4}V${handlebarRadius}H0`) +
        end +
        line('c', -8 * u, 0, L + 8 * u, 0) +
        crosshair(cx, 0, R + 8 * u) +
        pen.horizontalDimension(0, L, R + 2, R - 4, R + 3 + pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(cx - R, cx + R, 0, 0, R + 3 + pen.offset, labelOf(outer, 'Ø'))
      )
    },
  }
}

/** Bar tape: the roll from its end as a spiral, and from the side with the plug. */
export const barTape: FigureBuilder = (parameters) => {
  const width = readSize(parameters, 'tape_width_mm', 30, 15, 60)
  const thickness = readSize(parameters, 'thickness_mm', 3, 1, 8)
  const turns = 6
  const [core, step] = [8, thickness.value]
  const R = core + turns * step
  const x = R + 16
  return {
    box: [-R, -R, R + x + width.value + 22, 2 * R],
    icon: [-R, -R, 2.4 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const tail = level === 'icon' ? R * 1.4 : R * 0.4
      const roll =
        circle('v', 0, 0, R) + path('t', spiralData(core, step, turns)) + circle('p', 0, 0, core)
      if (level === 'icon') return path('v', d`M0 ${R}H${tail}V${R - step}H0Z`) + roll
      const side =
        rect('v', x, -R, width.value, 2 * R, 1.5) +
        repeat(
          4,
          (i) =>
            circle('t', x + (width.value * (i + 0.5)) / 4, -R * 0.4, 0.9) +
            circle('t', x + (width.value * (i + 0.5)) / 4, R * 0.4, 0.9),
        ) +
        line('t', x, R - step, x + width.value, R - step)
      const plug =
        rect('v', x + width.value + 12, -handlebarRadius - 1, 3, 2 * handlebarRadius + 2, 1.4) +
        rect('v', x + width.value + 15, -handlebarRadius + 2, 7, 2 * handlebarRadius - 4, 1)
      const views =
        roll +
        side +
        plug +
        crosshair(0, 0, R + 8 * u) +
        line('c', x - 8 * u, 0, x + width.value + 22 + 8 * u, 0) +
        pen.horizontalDimension(x, x + width.value, R, R, R + pen.offset, width)
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          ...polar(R - step / 2, -2.2),
          -R - 10 * u,
          -R - 6 * u,
          labelOf(thickness, '', ' THICK'),
        )
      )
    },
  }
}

/** Path data of a spiral of half circles, from the core outwards. */
const spiralData = (coreRadius: number, step: number, turns: number): string =>
  d`M${[coreRadius, 0]}` +
  repeat(turns * 2, (i) => {
    const r = coreRadius + ((i + 1) * step) / 2
    const radius = r - step / 4
    return d`A${radius} ${radius} 0 0 1 ${[i % 2 ? r : -r, 0]}`
  })
