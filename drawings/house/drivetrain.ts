import { chainLoop, links } from '../chain.ts'
import { crankArm, spider } from '../crank-arm.ts'
import { boltPlaces, ringWindow } from '../figures/drivetrain/chainring.ts'
import { makePen } from '../pen.ts'
import { spline } from '../shapes.ts'
import { document } from '../sheet.ts'
import { pitch, pitchRadius, teeth, tipRadius } from '../sprocket.ts'
import { type Box, circle, degrees, path, pierced, stroke } from '../strokes.ts'
import { groundStyle, slab } from '../style.ts'

const [ring, cog, stay] = [44, 18, 425]
const loop = chainLoop(ring, cog, stay)
const tip = tipRadius(ring)
const rear = -loop.centre
const crank = 170

/** The hero: chainring, cog and a closed chain between them, every link counted. */
export const drivetrain = (): string => drawn(drawnOnce)

/**
 * The same without motion. Browsers tell a picture in a page nothing of how its visitor feels about
 * motion, so the page chooses between the two.
 */
export const stillDrivetrain = (): string => drawn('')

function drawn(motion: string): string {
  const box: Box = [rear - 66.6, -tip - 34, loop.centre + 257.6, 2 * tip + 84]
  return document({
    viewBox: box,
    width: 1440,
    height: Math.round((1440 * box[3]) / box[2]),
    label: `A drivetrain: chainring of ${ring} teeth, cog of ${cog}, chain of ${loop.pins.length} links`,
    style: groundStyle(slab, 1.9, true) + fewFigures + motion,
    body: bodies() + centreLines() + dimensions(),
    fit: 'xMaxYMid slice',
  })
}

/**
 * For narrow screens: the chainring with the chain round it, whole, and without dimensions. A wider
 * place shows more of the chain at the left.
 */
export const smallDrivetrain = (): string =>
  document({
    viewBox: [-190, -124, 372, 248],
    width: 375,
    height: 250,
    label: `A chainring of ${ring} teeth with its crank and chain`,
    style: groundStyle(slab, 1.6, false),
    body: bodies() + centreLines(),
    fit: 'xMaxYMid meet',
  })

function bodies(): string {
  const places = boltPlaces(4, 52)
  return (
    pierced('v', teeth(ring, { turned: loop.turned[0] }) + ringWindow(ring, 4, 52)) +
    circle('c', 0, 0, pitchRadius(ring)) +
    freewheel() +
    spider(places) +
    links(loop.pins, true) +
    crankArm(crank, degrees(28))
  )
}

const freewheel = () =>
  path('v', teeth(cog, { turned: loop.turned[1], cx: rear })) +
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
  const pen = makePen('sheet', 0.62, 13)
  const [x, y] = loop.pins[Math.round(loop.pins.length * 0.17)] ?? [0, 0]
  const leaders =
    pen.note(x + 1, y + 1.6, x + 34, y + 42, `${loop.pins.length} LINKS × ${pitch}`) +
    pen.lead(tipRadius(cog), degrees(-12), 30, `${cog}T`, rear) +
    pen.lead(tip, degrees(160), 26, `${ring}T`)
  const centres = pen.across(rear, 0, 50, tip + 6, tip + 34, loop.centre.toFixed(1))
  return `<g class="n">${leaders}</g>${centres}`
}

/** Where the sheet is small, one figure is left, and large enough to be read. */
const fewFigures = '@media(max-width:1000px){.n{display:none}text{font-size:15px}}'

/** The dimension lines draw themselves once, like a plotter's pen; figures and arrows follow. */
const drawnOnce =
  '@media(prefers-reduced-motion:no-preference){' +
  '.d{stroke-dasharray:1500;animation:draw .6s ease-out backwards}' +
  '.k,text{animation:show .2s .45s backwards}}' +
  '@keyframes draw{from{stroke-dashoffset:1500}}@keyframes show{from{opacity:0}}'
