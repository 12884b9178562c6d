import type { Family } from '../../figure.ts'
import {
  dimensionLabel,
  hasNumber,
  type Parameters,
  readSize,
  type Size,
} from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { pipe } from '../../shapes.ts'
import { circle, crosshair, d, path, stroke, toRadians } from '../../strokes.ts'

/** Diameter of the tube at the grips. */
const tube = 22.2

/** A flat handlebar from above, or a drop bar from the side. */
export const handlebar: Family = (parameters) =>
  hasNumber(parameters, 'drop_mm') ? drops(parameters) : swept(parameters)

function swept(parameters: Parameters) {
  const width = readSize(parameters, 'width_mm', 680, 350, 900)
  const clamp = readSize(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const rise = readSize(parameters, 'rise_mm', 20, 0, 200)
  const sweep = readSize(parameters, 'backsweep_deg', 9, 0, 90)
  const [w, lean] = [width.value / 2, toRadians(sweep.value)]
  // With a strong sweep, the bends leave straight grips of about 170 mm.
  const bend = sweep.value > 25 ? w - 170 * Math.cos(lean) : 60
  const knee = bend + 10
  const back = Math.tan(lean) * (w - knee)
  const front = back + 70 + rise.value
  return {
    box: [-w, -clamp.value / 2, 2 * w, back + clamp.value / 2 + tube / 2] as const,
    sheet: [-w, -clamp.value / 2, 2 * w, front + clamp.value] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const tubeWidth = level === 'icon' ? Math.max(tube, 34) : tube
      const rising = Math.tan(lean) * 26
      const axis = d`M${[-w, back]}L${[-knee - 26, rising]}Q${[-knee, 0]} ${[36 - knee, 0]}H${knee - 36}Q${[knee, 0]} ${[knee + 26, rising]}L${[w, back]}`
      const above =
        pipe(axis, tubeWidth, pen, 'butt') +
        caps(w, back, lean, tubeWidth) +
        bulge(clamp.value, tubeWidth / tube)
      if (level === 'icon') return above
      const views =
        above +
        stroke('c', 0, -clamp.value / 2 - 10 * u, 0, clamp.value / 2 + 10 * u) +
        (level === 'card' ? widthDimension(pen, w, back + tube / 2, dimensionLabel(width)) : '')
      if (level === 'card') return views
      const y = front
      const r = rise.value
      const face =
        pipe(
          d`M${[-w, y - r]}H${-bend - 60}C${[-bend - 10, y - r]} ${[-bend + 10, y]} ${[-Math.min(bend, 50), y]}H${Math.min(bend, 50)}C${[bend - 10, y]} ${[bend + 10, y - r]} ${[bend + 60, y - r]}H${w}`,
          tube,
          pen,
          'butt',
        ) +
        stroke('v', -w, y - r - tube / 2, -w, y - r + tube / 2) +
        stroke('v', w, y - r - tube / 2, w, y - r + tube / 2)
      return (
        views +
        widthDimension(pen, w, y + clamp.value / 2, dimensionLabel(width)) +
        face +
        `<g transform="translate(0 ${y})">${bulge(clamp.value, 1)}</g>` +
        stroke('c', -w - 8 * u, y, w + 8 * u, y) +
        pen.verticalDimension(y - r, y, w, w, w + 24 * u, dimensionLabel(rise)) +
        pen.leader(
          -8,
          y - clamp.value / 2,
          -30,
          y - clamp.value / 2 - 24 * u,
          dimensionLabel(clamp, 'Ø'),
        ) +
        pen.leader(
          w * 0.9,
          back - Math.tan(lean) * w * 0.1 - tube / 2,
          w * 0.8,
          -36 * u,
          dimensionLabel(sweep, '', '°'),
        )
      )
    },
  }
}

/** The overall width, below a view that ends at y. */
const widthDimension = (pen: Pen, w: number, y: number, label: string) =>
  pen.horizontalDimension(-w, w, y, y, y + pen.dimensionOffset, label)

/** The thicker middle for the stem clamp. */
const bulge = (clamp: number, k: number) => {
  const [r, t] = [(clamp / 2) * k, (tube / 2) * k]
  return path(
    'v',
    d`M-46 ${-t}C-38 ${-t} -38 ${-r} -30 ${-r}H30C38 ${-r} 38 ${-t} 46 ${-t}V${t}C38 ${t} 38 ${r} 30 ${r}H-30C-38 ${r} -38 ${t} -46 ${t}Z`,
  )
}

/** The ends of the tube. */
const caps = (w: number, back: number, lean: number, tubeWidth: number) => {
  const [x, y] = [(Math.sin(lean) * tubeWidth) / 2, (Math.cos(lean) * tubeWidth) / 2]
  return (
    stroke('v', w + x, back - y, w - x, back + y) + stroke('v', -w - x, back - y, -w + x, back + y)
  )
}

function drops(parameters: Parameters) {
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
      const bar = pipe(axis, t, pen, 'butt') + stroke('v', -48, y - t / 2, -48, y + t / 2)
      const body = bar + circle('v', 0, 0, clamp.value / 2) + circle('t', 0, 0, t / 2)
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, clamp.value / 2 + 10 * u) +
        path('c', axis) +
        pen.verticalDimension(
          0,
          y,
          clamp.value / 2 - 14,
          -48,
          -50 - pen.dimensionOffset,
          dimensionLabel(drop),
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          0,
          x,
          -clamp.value / 2,
          top,
          -clamp.value / 2 - 30 * u,
          dimensionLabel(reach),
        ) +
        pen.radialLeader(clamp.value / 2, toRadians(215), 40 * u, dimensionLabel(clamp, 'Ø')) +
        pen.leader(
          x + t / 2 - 1,
          top + 10,
          x + 30 * u,
          top + 34 * u,
          dimensionLabel(width, 'WIDTH '),
        )
      )
    },
  }
}
