import type { Family } from '../../figure.ts'
import { has, type Parameters, type Size, size, told } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { pipe } from '../../shapes.ts'
import { circle, crosshair, d, degrees, path, stroke } from '../../strokes.ts'

/** Diameter of the tube at the grips. */
const tube = 22.2

/** A handlebar: from above with its sweep, or a drop bar from the side. */
export const handlebar: Family = (parameters) =>
  has(parameters, 'drop_mm') ? drops(parameters) : swept(parameters)

function swept(parameters: Parameters) {
  const width = size(parameters, 'width_mm', 680, 350, 900)
  const clamp = size(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const rise = size(parameters, 'rise_mm', 20, 0, 200)
  const sweep = size(parameters, 'backsweep_deg', 9, 0, 90)
  const [w, lean] = [width.value / 2, degrees(sweep.value)]
  // A strong sweep bends late: the straight grips are about 170 mm long.
  const bend = sweep.value > 25 ? w - 170 * Math.cos(lean) : 60
  const knee = bend + 10
  const back = Math.tan(lean) * (w - knee)
  const front = back + 70 + rise.value
  return {
    box: [-w, -clamp.value / 2, 2 * w, back + clamp.value / 2 + tube / 2] as const,
    sheet: [-w, -clamp.value / 2, 2 * w, front + clamp.value] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const wide = level === 'icon' ? Math.max(tube, 34) : tube
      const rising = Math.tan(lean) * 26
      const axis = d`M${[-w, back]}L${[-knee - 26, rising]}Q${[-knee, 0]} ${[36 - knee, 0]}H${knee - 36}Q${[knee, 0]} ${[knee + 26, rising]}L${[w, back]}`
      const above =
        pipe(axis, wide, pen, 'butt') + caps(w, back, lean, wide) + bulge(clamp.value, wide / tube)
      if (level === 'icon') return above
      const views =
        above +
        stroke('c', 0, -clamp.value / 2 - 10 * u, 0, clamp.value / 2 + 10 * u) +
        (level === 'card' ? widthAt(pen, w, back + tube / 2, told(width)) : '')
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
        widthAt(pen, w, y + clamp.value / 2, told(width)) +
        face +
        `<g transform="translate(0 ${y})">${bulge(clamp.value, 1)}</g>` +
        stroke('c', -w - 8 * u, y, w + 8 * u, y) +
        pen.down(y - r, y, w, w, w + 24 * u, told(rise)) +
        pen.note(-8, y - clamp.value / 2, -30, y - clamp.value / 2 - 24 * u, told(clamp, 'Ø')) +
        pen.note(
          w * 0.9,
          back - Math.tan(lean) * w * 0.1 - tube / 2,
          w * 0.8,
          -36 * u,
          told(sweep, '', '°'),
        )
      )
    },
  }
}

/** The width over all, under a view that ends at y. */
const widthAt = (pen: Pen, w: number, y: number, label: string) =>
  pen.across(-w, w, y, y, y + pen.off, label)

/** The thicker middle that the stem holds. */
const bulge = (clamp: number, k: number) => {
  const [r, t] = [(clamp / 2) * k, (tube / 2) * k]
  return path(
    'v',
    d`M-46 ${-t}C-38 ${-t} -38 ${-r} -30 ${-r}H30C38 ${-r} 38 ${-t} 46 ${-t}V${t}C38 ${t} 38 ${r} 30 ${r}H-30C-38 ${r} -38 ${t} -46 ${t}Z`,
  )
}

/** The tube's ends, at right angles to it. */
const caps = (w: number, back: number, lean: number, wide: number) => {
  const [x, y] = [(Math.sin(lean) * wide) / 2, (Math.cos(lean) * wide) / 2]
  return (
    stroke('v', w + x, back - y, w - x, back + y) + stroke('v', -w - x, back - y, -w + x, back + y)
  )
}

function drops(parameters: Parameters) {
  const reach: Size = size(parameters, 'reach_mm', 75, 50, 120)
  const drop: Size = size(parameters, 'drop_mm', 125, 80, 200)
  const clamp = size(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const width = size(parameters, 'width_mm', 420, 320, 600)
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
        pen.down(0, y, clamp.value / 2 - 14, -48, -50 - pen.off, told(drop))
      if (level === 'card') return views
      return (
        views +
        pen.across(0, x, -clamp.value / 2, top, -clamp.value / 2 - 30 * u, told(reach)) +
        pen.lead(clamp.value / 2, degrees(215), 40 * u, told(clamp, 'Ø')) +
        pen.note(x + t / 2 - 1, top + 10, x + 30 * u, top + 34 * u, told(width, 'WIDTH '))
      )
    },
  }
}
