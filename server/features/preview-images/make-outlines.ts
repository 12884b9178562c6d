/**
 * Writes outlines.json: the outlines, widths and kerning of the letters that pictures are lettered
 * in, Saira at width 68 and Archivo's diameter sign. A picture is drawn by a program that sees only
 * the fonts of its machine, and there may be none. Run it again after a new release of either face:
 * `node server/features/preview-images/make-outlines.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { Face } from './letters.ts'

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')

const basic = between(0x20, 0x7e)
const latin = `${basic}${between(0xa1, 0xff).replace(/[\u00ad\u00d8]/g, '')}–—‘’“”…€′″−`
const extended = between(0x100, 0x17f)

/** Where a face says nothing about a letter, HarfBuzz gives the glyph 0. */
const missing = 0

async function openFace(name: string, text: string, axes: Record<string, number>) {
  const file = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/${name}-standard-normal.woff2`),
  )
  const cut = await subsetFont(readFileSync(file), text, {
    targetFormat: 'truetype',
    variationAxes: axes,
  })
  return new hb.Font(new hb.Face(new hb.Blob(new Uint8Array(cut).buffer)))
}

function shaped(font: hb.Font, text: string) {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const advances = buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance)
  return { glyphs: buffer.getGlyphInfos().map(({ codepoint }) => codepoint), advances }
}

function glyphsOf(font: hb.Font, text: string): Face['glyphs'] {
  return Object.fromEntries(
    [...text].flatMap((letter) => {
      const { glyphs, advances } = shaped(font, letter)
      const [glyph = missing, ...more] = glyphs
      if (glyph === missing || more.length > 0) return []
      return [[letter, [advances[0] ?? 0, inSteps(font.glyphToPath(glyph))]]]
    }),
  )
}

/** An outline from each point to the next, which is shorter, and downwards: fonts count upwards. */
function inSteps(path: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  return path.replace(/([MLQZ])([^MLQZ]*)/g, (_, command: string, numbers: string) => {
    if (command === 'Z') {
      ;[x, y] = [startX, startY]
      return 'z'
    }
    const points = numbers.split(/[ ,]/).map((n, i) => Math.round(i % 2 ? -n : +n))
    const steps = points.map((n, i) => n - (i % 2 ? y : x)).join(' ')
    ;[x, y] = points.slice(-2) as [number, number]
    if (command === 'M') [startX, startY] = [x, y]
    return command.toLowerCase() + steps.replaceAll(' -', '-')
  })
}

/** By how much the second of two letters moves towards the first, where it does. */
function kerningOf(font: hb.Font, letters: string): Face['kerning'] {
  const pairs = [...letters].flatMap((one) => [...letters].map((other) => one + other))
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const together = shaped(font, pair)
      const apart = shaped(font, pair[0] as string)
      const moved = (together.advances[0] ?? 0) - (apart.advances[0] ?? 0)
      return together.glyphs.length === 2 && Math.abs(moved) > 3 ? [[pair, moved]] : []
    }),
  )
}

async function saira(wght: number, more: string): Promise<Face> {
  const [main, rest, archivo] = await Promise.all([
    openFace('saira/files/saira-latin', latin, { wdth: 68, wght }),
    openFace('saira/files/saira-latin-ext', more, { wdth: 68, wght }),
    openFace('archivo/files/archivo-latin', 'Ø', { wdth: 100, wght }),
  ])
  return {
    glyphs: {
      ...glyphsOf(main, more ? latin : `${basic}×°–`),
      ...(more && glyphsOf(rest, more)),
      ...glyphsOf(archivo, 'Ø'),
    },
    kerning: kerningOf(main, basic),
  }
}

const faces = { 500: await saira(500, ''), 600: await saira(600, extended) }
writeFileSync(new URL('outlines.json', import.meta.url), `${JSON.stringify(faces)}\n`)
