/**
 * Writes outlines.json: outlines, widths and kerning of the letters in preview images. They are
 * from Saira at width 68; the diameter sign is from Archivo. The rasterizer has only the fonts of
 * its machine, and possibly none. After a new release of either font, run `node
 * server/features/preview-images/write-outlines.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { Face } from './text-layout.ts'

const characterRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')

const basic = characterRange(0x20, 0x7e)
const latin = `${basic}${characterRange(0xa1, 0xff).replace(/[\u00ad\u00d8]/g, '')}–—‘’“”…€′″−`
const extended = characterRange(0x100, 0x17f)

/** The glyph that HarfBuzz returns for letters that a font lacks. */
const MISSING_GLYPH = 0

/** Opens a font that contains only the letters of `text`. */
async function openFont(name: string, text: string, axes: Record<string, number>) {
  const file = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/${name}-standard-normal.woff2`),
  )
  const subset = await subsetFont(readFileSync(file), text, {
    targetFormat: 'truetype',
    variationAxes: axes,
  })
  return new hb.Font(new hb.Face(new hb.Blob(new Uint8Array(subset).buffer)))
}

function shapeText(font: hb.Font, text: string) {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const advances = buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance)
  return { glyphs: buffer.getGlyphInfos().map(({ codepoint }) => codepoint), advances }
}

function readGlyphs(font: hb.Font, text: string): Face['glyphs'] {
  return Object.fromEntries(
    [...text].flatMap((letter) => {
      const { glyphs, advances } = shapeText(font, letter)
      const [glyph = MISSING_GLYPH, ...others] = glyphs
      if (glyph === MISSING_GLYPH || others.length > 0) return []
      return [[letter, [advances[0] ?? 0, toRelativePath(font.glyphToPath(glyph))]]]
    }),
  )
}

/** Makes a path relative, which is shorter. Flips it vertically, because the y axis of fonts points up. */
function toRelativePath(path: string): string {
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

/** In font units. */
const MIN_KERNING = 3

function readKerning(font: hb.Font, letters: string): Face['kerning'] {
  const pairs = [...letters].flatMap((one) => [...letters].map((other) => one + other))
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const together = shapeText(font, pair)
      const apart = shapeText(font, pair[0] as string)
      const shift = (together.advances[0] ?? 0) - (apart.advances[0] ?? 0)
      return together.glyphs.length === 2 && Math.abs(shift) > MIN_KERNING ? [[pair, shift]] : []
    }),
  )
}

async function buildFace(wght: number, hasAccents: boolean): Promise<Face> {
  const [sairaLatin, sairaExtended, archivo] = await Promise.all([
    openFont('saira/files/saira-latin', latin, { wdth: 68, wght }),
    openFont('saira/files/saira-latin-ext', extended, { wdth: 68, wght }),
    openFont('archivo/files/archivo-latin', 'Ø', { wdth: 100, wght }),
  ])
  return {
    glyphs: {
      ...readGlyphs(sairaLatin, hasAccents ? latin : `${basic}×°–`),
      ...(hasAccents && readGlyphs(sairaExtended, extended)),
      ...readGlyphs(archivo, 'Ø'),
    },
    kerning: readKerning(sairaLatin, basic),
  }
}

// Only weight 600 draws names, which can contain accents.
const faces = { 500: await buildFace(500, false), 600: await buildFace(600, true) }
writeFileSync(new URL('outlines.json', import.meta.url), `${JSON.stringify(faces)}\n`)
