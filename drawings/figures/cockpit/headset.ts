import type { FigureBuilder } from '../../dimension-pen.ts'
import { points, polar, TAU } from '../../geometry.ts'
import { formatNumber, labelOf, readCount, readSize, readText } from '../../parameters.ts'
import { type Corner, corners, outline, roundedOutlineData } from '../../shapes.ts'
import { bothSides, circle, crosshair, d, line, path, rect, repeat } from '../../svg-elements.ts'

/** A code of the Standardized Headset Identification System: seat type, bore, and inner diameter. */
const shis = /^(EC|ZS|IS)(\d{2}(?:\.\d)?)\/(\d{2}(?:\.\d)?)(-24tpi)?$/

/** Drawn length of head tube on each side of the break. */
const tubeLength = 20

interface Seat {
  readonly kind: string
  /** Bore diameter of the head tube. */
  readonly bore: number
  /** Diameter of the steerer or crown race. */
  readonly innerDiameter: number
}

/** A headset in section about the steerer: upper and lower cup, bearings, cover and crown race. */
export const headset: FigureBuilder = (parameters) => {
  const upper = readText(parameters, 'upper_shis', shis, 'EC34/28.6')
  const lower = readText(parameters, 'lower_shis', shis, 'EC34/30')
  const stack = readSize(parameters, 'stack_height_mm', 26.5, 5, 60)
  const crown = readSize(parameters, 'crown_race_mm', 30, 20, 60)
  const [top, foot] = [parseSeat(upper.value), parseSeat(lower.value)]
  const [up, down] = [stack.value * 0.58, stack.value * 0.42]
  const tube = Math.max(top.bore, foot.bore) / 2 + 5
  const maxRadius = Math.max(outerRadius(top), outerRadius(foot), tube)
  const half = tubeLength + 3
  return {
    box: [-maxRadius, -half - up, 2 * maxRadius, 2 * half + up + down],
    draw(pen) {
      const { level, u } = pen
      const upperHalf = farEdges(top, up) + bothSides((k) => halfSection(k, top, up, true))
      const lowerHalf = farEdges(foot, down) + bothSides((k) => halfSection(k, foot, down, false))
      const body =
        `<g transform="translate(0 ${-half})">${upperHalf}</g>` +
        `<g transform="translate(0 ${half}) scale(1 -1)">${lowerHalf}</g>`
      const walls = bothSides(
        (k) => tubeWall(k, top.bore / 2, -half, 1) + tubeWall(k, foot.bore / 2, half, -1),
      )
      if (level === 'icon') return walls.replaceAll('class="g"', 'class="v"') + body
      const s = top.innerDiameter / 2
      const steerer = path(
        'g',
        d`M${[-s, -half - up - 6]}V${half + down}M${[s, -half - up - 6]}V${half + down}`,
      )
      const views =
        walls +
        steerer +
        body +
        line('c', 0, -half - up - 6 - 8 * u, 0, half + down + 8 * u) +
        pen.leader(
          outerRadius(top) - 2,
          -half - up * 0.4,
          maxRadius + 18 * u,
          -half - up - 4 * u,
          codeLabel(upper),
        )
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          outerRadius(foot) - 2,
          half + down * 0.4,
          maxRadius + 18 * u,
          half + down + 14 * u,
          codeLabel(lower),
        ) +
        pen.leader(
          -crown.value / 2 - 0.5,
          half + down - 2,
          -maxRadius - 18 * u,
          half + down + 14 * u,
          labelOf(crown, 'RACE Ø'),
        ) +
        pen.leader(
          -outerRadius(top) + 2,
          -half - up * 0.5,
          -maxRadius - 18 * u,
          -half - up - 4 * u,
          labelOf(stack, 'STACK '),
        )
      )
    },
  }
}

/** Formats a SHIS code in capitals for the label. */
const codeLabel = (code: { value: string; isKnown: boolean }) =>
  code.isKnown ? code.value.toUpperCase().replace('-', '–') : ''

function parseSeat(code: string): Seat {
  const [, kind = 'EC', bore = '34', innerDiameter = '28.6'] = shis.exec(code) ?? []
  return { kind, bore: Number(bore), innerDiameter: Number(innerDiameter) }
}

/** The outer radius. External cups are wider than other types. */
const outerRadius = ({ kind, bore }: Seat) => bore / 2 + (kind === 'EC' ? 5 : 3)

/**
 * The right half (side 1) or left half (side −1) of a cup with its bearing, and the cover or crown race. It extends
 * from the tube at y = 0 up to −height. External cups sit above the tube, others inside it. `b` is the radius of the
 * bore, `s` that of the steerer or crown race, `R` that of the outside.
 */
function halfSection(side: number, seat: Seat, height: number, hasCover: boolean): string {
  const at = (corners: readonly Corner[]) =>
    roundedOutlineData(corners.map(([x, y, r]): Corner => [side * x, y, r ?? 0]))
  const [b, s, R] = [seat.bore / 2, seat.innerDiameter / 2, outerRadius(seat)]
  const isExternal = seat.kind === 'EC'
  const depth = isExternal ? -height * 0.62 : 7.5
  const cup: Corner[] = isExternal
    ? corners`
      ${b - 2},10 ${b},10 ${b},0 ${R},0,1 ${R},${depth},1.5 ${R - 2},${depth} ${R - 2.4},-2.5,2
      ${b - 2},-2.5
    `
    : seat.kind === 'ZS'
      ? corners`${b - 2},10 ${b},10 ${b},0 ${R},0 ${R},-1.6,0.6 ${b - 2.6},-1.6,0.6`
      : []
  const inner = isExternal ? R - 2.2 : b - (seat.kind === 'ZS' ? 2.2 : 0.3)
  const [bearingTop, bearingFoot] = isExternal ? [depth - 0.5, -2.8] : [-0.4, 7]
  const middle = (inner + s + 1.6) / 2
  const ball = Math.min((inner - s) * 0.24, (bearingFoot - bearingTop) * 0.32)
  const cover: Corner[] = corners`
    ${s + 0.6},${-height} ${s + 4},${-height},1
    ${R},${Math.min(bearingTop - 0.6, -height * 0.4)},1.5
    ${R - 0.4},${Math.min(bearingTop + 0.4, -1.8)} ${s + 1.4},${Math.min(bearingTop + 0.4, -1.8)}
    ${s + 0.6},${bearingFoot * 0.3}
  `
  const race: Corner[] = corners`
    ${s - 2},${-height} ${s + 5},${-height},0.8 ${s + 5},${-height * 0.72}
    ${middle},${Math.min(bearingTop, -1)} ${s - 2},${Math.min(bearingTop, -1)}
  `
  return (
    (cup.length ? path('x', at(cup)) : '') +
    path(
      'v',
      at(
        points`
          ${s + 1.6},${bearingTop} ${inner},${bearingTop} ${inner},${bearingFoot}
          ${s + 1.6},${bearingFoot}
        `,
      ),
    ) +
    circle('v', side * middle, (bearingTop + bearingFoot) / 2, Math.max(ball, 0.8)) +
    path('x', at(hasCover ? cover : race))
  )
}

/** The far edges of cover, cup and bearing, visible between the cut halves. */
function farEdges(seat: Seat, height: number): string {
  const [b, s] = [seat.bore / 2, seat.innerDiameter / 2]
  const deep = seat.kind === 'IS' ? 7 : 10
  return (
    rect('v', -s - 1, -height, 2 * s + 2, height) +
    rect('v', 2 - b, -0.4, 2 * b - 4, deep + 0.4) +
    line('t', -s, -height * 0.45, s, -height * 0.45)
  )
}

/**
 * Draws one wall of the head tube from y, and ends it with a break line. `side`: 1 is right, −1 is left. `direction`: 1
 * is down, −1 is up.
 */
function tubeWall(side: number, boreRadius: number, y: number, direction: number): string {
  const [x, wall] = [side * boreRadius, side * 4]
  const end = y + direction * tubeLength
  return path('g', d`M${[x, end]}V${y}h${wall}V${end}q${-wall / 2} ${direction * 3} ${-wall} 0`)
}

/** A ball bearing: races and balls from the front, half sections from the side. */
export const bearing: FigureBuilder = (parameters) => {
  const outer = readSize(parameters, 'outside_diameter_mm', 28, 8, 120)
  const inner = readSize(parameters, 'inside_diameter_mm', outer.value * 0.54, 2, outer.value - 4)
  const width = readSize(parameters, 'width_mm', 7, 2, 40)
  const [R, r, w] = [outer.value / 2, inner.value / 2, width.value]
  const [middle, ball, race] = [(R + r) / 2, (R - r) * 0.3, (R - r) * 0.26]
  const defaultBalls = Math.max(5, Math.floor((Math.PI * middle) / (ball * 1.16)))
  const balls = readCount(
    parameters,
    'balls',
    defaultBalls,
    3,
    Math.floor((Math.PI * middle) / ball),
  )
  const x = 2 * R
  return {
    box: [-R, -R, 3 * R + w, 2 * R],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const shown = level === 'icon' ? Math.min(balls.value, 16) : balls.value
      const front =
        circle('v', 0, 0, R) +
        circle('v', 0, 0, R - race) +
        circle('v', 0, 0, r + race) +
        repeat(shown, (i) => circle('v', ...polar(middle, (i * TAU) / shown - Math.PI / 2), ball)) +
        circle('p', 0, 0, r)
      if (level === 'icon') return front
      const views =
        front +
        circle('c', 0, 0, middle) +
        crosshair(0, 0, R + 10 * u) +
        bearingSection(x, w, r, R, race, ball) +
        line('c', x - 8 * u, 0, x + w + 8 * u, 0)
      const outside = pen.horizontalDimension(-R, R, 0, 0, R + pen.offset, labelOf(outer, 'Ø'))
      if (level === 'card') return views + outside
      return (
        views +
        outside +
        pen.horizontalDimension(x, x + w, R, R, R + pen.offset, width) +
        pen.verticalDimension(-r, r, x + w, x + w, x + w + pen.offset, labelOf(inner, 'Ø')) +
        pen.radialLeader(middle, -2.4, R - middle + 30 * u, labelOf(balls, '', ' BALLS'))
      )
    },
  }
}

/**
 * Draws the section through a ball bearing between the radii `r` and `R`: hatched races with grooves, and white balls.
 */
function bearingSection(
  x: number,
  w: number,
  r: number,
  R: number,
  raceThickness: number,
  ballRadius: number,
): string {
  const middle = (R + r) / 2
  const groove = Math.min(ballRadius * 0.62, w * 0.4)
  const halves = bothSides((k) => {
    const [side, other] = k > 0 ? [1, 0] : [0, 1]
    const outerRace = d`M${[x, k * R]}h${w}v${-k * raceThickness}h${groove - w / 2}A${ballRadius} ${ballRadius} 0 0 ${side} ${[x + w / 2 - groove, k * (R - raceThickness)]}H${x}Z`
    const innerRace = d`M${[x, k * r]}h${w}v${k * raceThickness}h${groove - w / 2}A${ballRadius} ${ballRadius} 0 0 ${other} ${[x + w / 2 - groove, k * (r + raceThickness)]}H${x}Z`
    return (
      path('x', outerRace) +
      path('x', innerRace) +
      circle('v', x + w / 2, k * middle, ballRadius) +
      line('c', x + w / 2 - ballRadius - 1, k * middle, x + w / 2 + ballRadius + 1, k * middle) +
      line('t', x + 0.5, k * (r + raceThickness), x + 0.5, k * (R - raceThickness)) +
      line('t', x + w - 0.5, k * (r + raceThickness), x + w - 0.5, k * (R - raceThickness))
    )
  })
  return halves + line('v', x, -r, x, r) + line('v', x + w, -r, x + w, r)
}

/** A loose ball with thin arcs as highlights. */
export const ball: FigureBuilder = (parameters) => {
  const diameter = readSize(parameters, 'ball_diameter_mm', 6.35, 0.5, 60)
  const R = diameter.value / 2
  return {
    box: [-R * 1.25, -R * 1.25, R * 2.5, R * 2.5],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const shine = [0.78, 0.58].map((k) =>
        path('t', d`M${polar(R * k, 3.4)}A${R * k} ${R * k} 0 0 1 ${polar(R * k, 4.4)}`),
      )
      const body = circle('v', 0, 0, R) + shine.join('')
      if (pen.level === 'icon') return body
      return (
        body +
        crosshair(0, 0, R + 10 * pen.u) +
        pen.horizontalDimension(-R, R, 0, 0, R + pen.offset, labelOf(diameter, 'SØ'))
      )
    },
  }
}

/** A star nut in section inside the steerer, with bolt and top cap. */
export const starNut: FigureBuilder = (parameters) => {
  const minBore = readSize(parameters, 'bore_min_mm', 22.2, 15, 40)
  const maxBore = readSize(parameters, 'bore_max_mm', minBore.value + 1, minBore.value, 45)
  const r = maxBore.value / 2
  return {
    box: [-r - 5, -36, 2 * r + 10, 54],
    icon: [-r - 5, -36, 2 * r + 10, 52],
    draw(pen) {
      const { level, u } = pen
      const cap = outline(
        'x',
        corners`
          ${-r - 5},-28,2 ${-r - 2},-33,3 -6,-33,0.5 -6,-29,0.5 6,-29,0.5 6,-33,0.5 ${r + 2},-33,3
          ${r + 5},-28,2 ${r + 5},-26.5 ${r - 1.5},-26.5 ${r - 1.5},-24,0.5 ${-r + 1.5},-24,0.5
          ${-r + 1.5},-26.5 ${-r - 5},-26.5
        `,
      )
      const bolt =
        rect('v', -5, -36, 10, 6.5, 1) +
        rect('v', -3, -29.5, 6, 38) +
        path('t', d`M-2.4 -14V8M2.4 -14V8`)
      const core = bothSides((s) =>
        outline('x', points`${s * 3},-2 ${s * 6},-2 ${s * 6},12 ${s * 3},12`),
      )
      const leaf = (y: number) =>
        bothSides((s) =>
          outline(
            'v',
            points`${s * 6},${y} ${s * r},${y - 5} ${s * r},${y - 3.6} ${s * 6},${y + 1.8}`,
          ),
        )
      const body = cap + bolt + core + leaf(2) + leaf(9)
      if (level === 'icon') return body
      const tube = path('g', d`M${[-r, 18]}V-26H${-r - 3.2}V18M${[r, 18]}V-26H${r + 3.2}V18`)
      const isKnown = minBore.isKnown && maxBore.isKnown
      return (
        tube +
        body +
        line('c', 0, -36 - 8 * u, 0, 18 + 8 * u) +
        pen.horizontalDimension(
          -r,
          r,
          18,
          18,
          18 + pen.offset,
          isKnown ? `Ø${formatNumber(minBore.value)}–${formatNumber(maxBore.value)}` : '',
        )
      )
    },
  }
}
