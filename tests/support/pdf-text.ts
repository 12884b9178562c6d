import { inflateSync } from 'node:zlib'

/**
 * What a PDF of the shop says, line by line in the order in which it is read. It reads what pdfkit
 * writes, and no more of PDF than that.
 */
export function pdfLines(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = lettersByFont(objects)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.flatMap(({ head }) => {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))
    return linesOf(content?.stream ?? '', fonts)
  })
}

/** What of a PDF is not packed: its title, its language, that it is tagged, its pages' sizes. */
export const pdfPlain = (pdf: Buffer): string =>
  [...objectsOf(pdf).values()].map(({ head }) => head).join('\n')

interface PdfObject {
  head: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length
    const body = text.slice(from, text.indexOf('\nendobj', from))
    const cut = body.indexOf('stream\n')
    const head = cut < 0 ? body : body.slice(0, cut)
    const packed = cut < 0 ? '' : body.slice(cut + 7, body.lastIndexOf('\nendstream'))
    const isPacked = head.includes('/FlateDecode')
    const stream = isPacked ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : packed
    objects.set(Number(found[1]), { head, stream })
  }
  return objects
}

/** Of each font what its glyphs stand for. */
function lettersByFont(objects: Map<number, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values()) {
    for (const [, name = '', at] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(at))?.head ?? ''
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))?.stream ?? ''
      const ranges = [...map.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list)
      fonts.set(name, ranges.flatMap(lettersOf))
    }
  }
  return fonts
}

const lettersOf = (list: string): string[] =>
  [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => utf16(hex.replaceAll(' ', '')))

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

const TOKEN =
  /\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|\/\w+(?: <<[\s\S]*?>>)? B[DM]C|\bEMC\b|\/(F\d+) [\d.]+ Tf|1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\[([^\]]*)\] TJ/g

function linesOf(content: string, fonts: Map<string, string[]>): string[] {
  const lines: { y: string; text: string }[] = []
  let [font, y, isSpan] = ['', '', false]
  const say = (text: string) => {
    const line = lines.at(-1)
    if (line?.y === y) line.text += text
    else lines.push({ y, text })
  }
  let actual: string | undefined
  for (const [token, span, name, at, glyphs] of content.matchAll(TOKEN)) {
    if (span !== undefined) {
      ;[actual, isSpan] = [unescaped(span), true]
    } else if (token.endsWith('C')) {
      if (token === 'EMC' && isSpan) isSpan = false
      else y = ''
    } else if (name) font = name
    else if (at) y = at
    else if (isSpan) {
      say(actual ?? '')
      actual = undefined
    } else if (glyphs) say(said(glyphs, fonts.get(font) ?? []))
  }
  return lines.map(({ text }) => text).filter((text) => text !== '')
}

function said(glyphs: string, letters: string[]): string {
  const ids = [...glyphs.matchAll(/<([0-9a-f]+)>/gi)].flatMap(
    ([, hex = '']) => hex.match(/.{4}/g) ?? [],
  )
  return ids.map((id) => letters[Number.parseInt(id, 16)] ?? '').join('')
}

function unescaped(text: string): string {
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const plain = text.replaceAll(/\\([\s\S])/g, (_, sign: string) => named[sign] ?? sign)
  const bytes = Buffer.from(plain, 'latin1')
  return plain.startsWith('\u00FE\u00FF') ? utf16(bytes.subarray(2).toString('hex')) : plain
}
