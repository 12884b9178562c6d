import { chainLoop, INNER_PLATE, links, pinRadius, plateData } from '../chain.ts'
import { createPen } from '../dimension-pen.ts'
import { boltPositions, ringOpeningData } from '../figures/drivetrain/chainrings.ts'
import { crankArm, spider } from '../figures/drivetrain/cranks.ts'
import { wheel } from '../figures/wheels/wheel.ts'
import { type Box, type Point, toRadians } from '../geometry.ts'
import { splinedShaftData } from '../shapes.ts'
import { pitch, pitchRadius, teethData, tipRadius } from '../sprocket.ts'
import { blueColors, colorStyle, pageStyle, renderFigure, svgDocument } from '../svg-document.ts'
import { circle, line, path, pathWithHoles } from '../svg-elements.ts'

/** Teeth of chainring and cog, and the distance between their centres before `chainLoop` adjusts it, in millimetres. */
const [ring, cog, chainstay] = [44, 18, 425]
const loop = chainLoop(ring, cog, chainstay)
const ringTip = tipRadius(ring)
const cogX = -loop.centreDistance
const crank = 170

/** The drivetrain of the home page: chainring, cog and a closed chain. */
export const drivetrain = (): string => renderDrivetrain(drawingAnimation)

/** The drivetrain without animation, for images, which cannot read the user's motion preference. */
export const stillDrivetrain = (): string => renderDrivetrain('')

function renderDrivetrain(animation: string): string {
  const box: Box = [cogX - 66.6, -ringTip - 34, loop.centreDistance + 257.6, 2 * ringTip + 84]
  return svgDocument({
    viewBox: box,
    width: 1440,
    height: Math.round((1440 * box[3]) / box[2]),
    label: `A drivetrain: chainring of ${ring} teeth, cog of ${cog}, chain of ${loop.pins.length} links`,
    style: colorStyle(blueColors, 1.9, true) + smallScreenStyle + animation,
    body: renderDrivetrainParts() + centreLines() + dimensions(),
    preserveAspectRatio: 'xMaxYMid slice',
  })
}

/** The drivetrain for narrow screens: the chainring with its chain, without dimensions. */
export const smallDrivetrain = (): string =>
  svgDocument({
    viewBox: [-190, -124, 372, 248],
    width: 375,
    height: 250,
    label: `A chainring of ${ring} teeth with its crank and chain`,
    style: colorStyle(blueColors, 1.6, false),
    body: renderDrivetrainParts() + centreLines(),
    preserveAspectRatio: 'xMaxYMid meet',
  })

function renderDrivetrainParts(): string {
  const bolts = boltPositions(4, 52)
  return (
    pathWithHoles(
      'v',
      teethData(ring, { rotation: loop.rotations[0] }) + ringOpeningData(ring, 4, 52),
    ) +
    circle('c', 0, 0, pitchRadius(ring)) +
    cogWithFreewheel() +
    spider(bolts) +
    links(loop.pins, true) +
    crankArm(crank, toRadians(28))
  )
}

const cogWithFreewheel = () =>
  path('v', teethData(cog, { rotation: loop.rotations[1], cx: cogX })) +
  circle('t', cogX, 0, 24) +
  circle('v', cogX, 0, 18) +
  circle('p', cogX, 0, 12) +
  path('p', splinedShaftData(9, 18, 16.2, cogX)) +
  circle('v', cogX, 0, 8) +
  circle('p', cogX, 0, 5)

const centreLines = () =>
  line('c', cogX - 58, 0, ringTip + 20, 0) +
  line('c', 0, -ringTip - 16, 0, ringTip + 16) +
  line('c', cogX, -54, cogX, 54)

function dimensions(): string {
  const pen = createPen('sheet', 0.62, 13)
  const [x, y] = loop.pins[Math.round(loop.pins.length * 0.17)] ?? [0, 0]
  const leaders =
    pen.leader(x + 1, y + 1.6, x + 34, y + 42, `${loop.pins.length} LINKS × ${pitch}`) +
    pen.radialLeader(tipRadius(cog), toRadians(-12), 30, `${cog}T`, cogX) +
    pen.radialLeader(ringTip, toRadians(160), 26, `${ring}T`)
  const centres = pen.horizontalDimension(
    cogX,
    0,
    50,
    ringTip + 6,
    ringTip + 34,
    loop.centreDistance.toFixed(1),
  )
  return `<g class="n">${leaders}</g>${centres}`
}

/** Styles for small screens: only one dimension, in larger text. */
const smallScreenStyle = '@media(max-width:1000px){.n{display:none}text{font-size:15px}}'

/** Draws the dimension lines once, then shows the texts and arrows. */
const drawingAnimation =
  '@media(prefers-reduced-motion:no-preference){' +
  '.d{stroke-dasharray:1500;animation:draw .6s ease-out backwards}' +
  '.k,text{animation:show .2s .45s backwards}}' +
  '@keyframes draw{from{stroke-dashoffset:1500}}@keyframes show{from{opacity:0}}'

/** Number of links on each side of the gap. The chain is longer than the view box, so its ends are outside. */
const linksPerSide = 11
const visibleWidth = 230

/** The chain of the 404 page, with a gap that has the dimension 404. */
export function missingLink(): string {
  const pen = createPen('card', 0.27, 15.5)
  const length = (2 * linksPerSide + 1) * pitch
  const pins = Array.from({ length: 2 * linksPerSide + 2 }, (_, i): Point => [i * pitch, 0])
  const [from, to] = [pins[linksPerSide], pins[linksPerSide + 1]] as [Point, Point]
  const gap = path('h', plateData(from, to, INNER_PLATE))
  const leftLinks = links(pins.slice(0, linksPerSide + 1), false)
  const rightLinks = links(pins.slice(linksPerSide + 1), false)
  return svgDocument({
    viewBox: [(length - visibleWidth) / 2, -27, visibleWidth, 42],
    width: 1440,
    height: 263,
    label: 'A chain with one link missing',
    style: pageStyle(1.5),
    body:
      gap +
      leftLinks +
      rightLinks +
      [from, to].map(([x]) => circle('t', x, 0, pinRadius)).join('') +
      line('c', 0, 0, length, 0) +
      pen.horizontalDimension(from[0], to[0], -5, -5, -15.5, '404'),
  })
}

const label = 'Wheel 622 with 32 spokes, laced three-cross'

/** The wheel of the welcome section, with dimensions. */
export const sheetWheel = (): string =>
  renderFigure(wheel({ bead_seat_mm: 622 }), 'sheet', 'wheel', label)

/** The wheel of the welcome section for narrow screens. */
export const cardWheel = (): string =>
  renderFigure(wheel({ bead_seat_mm: 622 }), 'card', 'wheel', label)

/** The wheel beside the login form: white lines without dimensions. */
export function loginWheel(): string {
  const pen = createPen('sheet', 1.9, 13)
  return svgDocument({
    viewBox: [-400, -330, 500, 660],
    width: 500,
    height: 660,
    label: '',
    style: `${colorStyle(blueColors, 1.9, false)}text,.d,.k{display:none}`,
    body: wheel({}).draw(pen),
    preserveAspectRatio: 'xMinYMid slice',
  })
}
