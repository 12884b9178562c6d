import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF, line by line in reading order. Supports only the subset of PDF that pdfkit writes. */
export function readPdfLines(pdf: Buffer): string[] {
  const objects = parseObjects(pdf)
  const fonts = readFontMaps(objects)
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
  return pages.flatMap(({ dictionary }) => {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]))
    return extractLines(content?.stream ?? '', fonts)
  })
}

/** Returns the objects of a PDF as text, without streams: title, language, tagging and page sizes. */
export const readPdfMetadata = (pdf: Buffer): string =>
  [...parseObjects(pdf).values()].map(({ dictionary }) => dictionary).join('\n')

type Color = [red: number, green: number, blue: number]

/** Returns the colours of a PDF's texts and areas (`fills`) and lines (`strokes`). Their components are from 0 to 1. */
export function readPdfColors(pdf: Buffer): { fills: Color[]; strokes: Color[] } {
  const content = [...parseObjects(pdf).values()].map(({ stream }) => stream).join('\n')
  const read = (operator: string) =>
    [...content.matchAll(new RegExp(`^([\\d.]+) ([\\d.]+) ([\\d.]+) ${operator}$`, 'gm'))].map(
      ([, ...parts]) => parts.map(Number) as Color,
    )
  return { fills: read('scn'), strokes: read('SCN') }
}

interface PdfObject {
  dictionary: string
  stream: string
}

function parseObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length
    const body = text.slice(from, text.indexOf('\nendobj', from))
    const streamStart = body.indexOf('stream\n')
    const dictionary = streamStart < 0 ? body : body.slice(0, streamStart)
    const streamBytes =
      streamStart < 0 ? '' : body.slice(streamStart + 7, body.lastIndexOf('\nendstream'))
    const isCompressed = dictionary.includes('/FlateDecode')
    const stream = isCompressed
      ? inflateSync(Buffer.from(streamBytes, 'latin1')).toString('latin1')
      : streamBytes
    objects.set(Number(found[1]), { dictionary, stream })
  }
  return objects
}

/** Maps each font's name to the characters of its glyphs. */
function readFontMaps(objects: Map<number, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>()
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', at] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(at))?.dictionary ?? ''
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))?.stream ?? ''
      const ranges = [...map.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list)
      fonts.set(name, ranges.flatMap(decodeCharacters))
    }
  }
  return fonts
}

const decodeCharacters = (list: string): string[] =>
  [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => decodeUtf16(hex.replaceAll(' ', '')))

const decodeUtf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** A span with its ActualText, the beginning or end of other marked content, a font, a position, or glyphs. */
const TOKEN =
  /\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|\/\w+(?: <<[\s\S]*?>>)? B[DM]C|\bEMC\b|\/(F\d+) [\d.]+ Tf|1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\[([^\]]*)\] TJ/g

/**
 * Returns the lines. A new line starts when the vertical position changes or the marked content ends. A span with
 * ActualText has this text instead of its glyphs.
 */
function extractLines(content: string, fonts: Map<string, string[]>): string[] {
  const lines: { y: string; text: string }[] = []
  let [font, y, isSpan] = ['', '', false]
  const append = (text: string) => {
    const line = lines.at(-1)
    if (line?.y === y) line.text += text
    else lines.push({ y, text })
  }
  let actualText: string | undefined
  for (const [token, span, name, at, glyphs] of content.matchAll(TOKEN)) {
    if (span !== undefined) {
      ;[actualText, isSpan] = [unescapeString(span), true]
    } else if (token.endsWith('C')) {
      if (token === 'EMC' && isSpan) isSpan = false
      else y = ''
    } else if (name) font = name
    else if (at) y = at
    else if (isSpan) {
      append(actualText ?? '')
      actualText = undefined
    } else if (glyphs) append(decodeGlyphs(glyphs, fonts.get(font) ?? []))
  }
  return lines.map(({ text }) => text).filter((text) => text !== '')
}

function decodeGlyphs(glyphs: string, characters: string[]): string {
  const ids = [...glyphs.matchAll(/<([0-9a-f]+)>/gi)].flatMap(
    ([, hex = '']) => hex.match(/.{4}/g) ?? [],
  )
  return ids.map((id) => characters[Number.parseInt(id, 16)] ?? '').join('')
}

function unescapeString(text: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const plain = text.replaceAll(/\\([\s\S])/g, (_, char: string) => escapes[char] ?? char)
  const bytes = Buffer.from(plain, 'latin1')
  return plain.startsWith('\u00FE\u00FF') ? decodeUtf16(bytes.subarray(2).toString('hex')) : plain
}
