import { chainLoop, links } from '../chain.ts'
import { crankArm, spider } from '../crank-arm.ts'
import { boltPositions, ringWindow } from '../figures/drivetrain/chainring.ts'
import { createPen } from '../pen.ts'
import { spline } from '../shapes.ts'
import { svgDocument } from '../sheet.ts'
import { pitch, pitchRadius, teeth, tipRadius } from '../sprocket.ts'
import { type Box, circle, path, pathWithHoles, stroke, toRadians } from '../strokes.ts'
import { bluePalette, paletteStyle } from '../style.ts'

const [ring, cog, stay] = [44, 18, 425]
const loop = chainLoop(ring, cog, stay)
const tip = tipRadius(ring)
const rear = -loop.centre
const crank = 170

/** The drivetrain of the hero: chainring, cog and a closed chain. */
export const drivetrain = (): string => renderDrivetrain(drawingAnimation)

/**
 * The same without animation. An image does not know the user's motion preference, so the page chooses
 * between the two.
 */
export const stillDrivetrain = (): string => renderDrivetrain('')

function renderDrivetrain(animation: string): string {
  const box: Box = [rear - 66.6, -tip - 34, loop.centre + 257.6, 2 * tip + 84]
  return svgDocument({
    viewBox: box,
    width: 1440,
    height: Math.round((1440 * box[3]) / box[2]),
    label: `A drivetrain: chainring of ${ring} teeth, cog of ${cog}, chain of ${loop.pins.length} links`,
    style: paletteStyle(bluePalette, 1.9, true) + smallScreenStyle + animation,
    body: renderParts() + centreLines() + dimensions(),
    fit: 'xMaxYMid slice',
  })
}

/** For narrow screens: the chainring with its chain, without dimensions. */
export const smallDrivetrain = (): string =>
  svgDocument({
    viewBox: [-190, -124, 372, 248],
    width: 375,
    height: 250,
    label: `A chainring of ${ring} teeth with its crank and chain`,
    style: paletteStyle(bluePalette, 1.6, false),
    body: renderParts() + centreLines(),
    fit: 'xMaxYMid meet',
  })

function renderParts(): string {
  const bolts = boltPositions(4, 52)
  return (
    pathWithHoles('v', teeth(ring, { rotation: loop.rotations[0] }) + ringWindow(ring, 4, 52)) +
    circle('c', 0, 0, pitchRadius(ring)) +
    freewheel() +
    spider(bolts) +
    links(loop.pins, true) +
    crankArm(crank, toRadians(28))
  )
}

const freewheel = () =>
  path('v', teeth(cog, { rotation: loop.rotations[1], cx: rear })) +
  circle('t', rear, 0, 24) +
  circle('v', rear, 0, 18) +
  circle('p', rear, 0, 12) +
  path('p', spline(9, 18, 16.2, rear)) +
  circle('v', rear, 0, 8) +
  circle('p', rear, 0, 5)

const centreLines = () =>
  stroke('c', rear - 58, 0, tip + 20, 0) +
  stroke('c', 0, -tip - 16, 0, tip + 16) +
  stroke('c', rear, -54, rear, 54)

function dimensions(): string {
  const pen = createPen('sheet', 0.62, 13)
  const [x, y] = loop.pins[Math.round(loop.pins.length * 0.17)] ?? [0, 0]
  const leaders =
    pen.leader(x + 1, y + 1.6, x + 34, y + 42, `${loop.pins.length} LINKS × ${pitch}`) +
    pen.radialLeader(tipRadius(cog), toRadians(-12), 30, `${cog}T`, rear) +
    pen.radialLeader(tip, toRadians(160), 26, `${ring}T`)
  const centres = pen.horizontalDimension(rear, 0, 50, tip + 6, tip + 34, loop.centre.toFixed(1))
  return `<g class="n">${leaders}</g>${centres}`
}

/** Small screens show a single dimension in larger text. */
const smallScreenStyle = '@media(max-width:1000px){.n{display:none}text{font-size:15px}}'

/** Draws the dimension lines once, then shows the texts and arrows. */
const drawingAnimation =
  '@media(prefers-reduced-motion:no-preference){' +
  '.d{stroke-dasharray:1500;animation:draw .6s ease-out backwards}' +
  '.k,text{animation:show .2s .45s backwards}}' +
  '@keyframes draw{from{stroke-dashoffset:1500}}@keyframes show{from{opacity:0}}'
