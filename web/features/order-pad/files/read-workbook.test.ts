import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readWorkbook, WorkbookRefusal } from './read-workbook.ts'

const ROW = '<row><c><v>1</v></c></row>'
const HIDDEN_ROW = '<row hidden="1"><c><v>1</v></c></row>'
const RELATIONSHIPS = '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
/** A file whose sheet has 21 MB, above the limit for unpacked data. */
const LARGE_FILE = createXlsx({ sheet: ' '.repeat(21_000_000) })

test('reads texts, numbers, formulas, dates, times and leading zeros as the sheet shows them', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'
  const { text } = readWorkbook(
    createXlsx({
      styles,
      strings: '<si><r><t>Ket</t></r><r><t>te &amp; L</t></r><rPh><t>x</t></rPh></si>',
      rows: [
        '<c r="A1" t="s"><v>0</v></c><c r="C1"><v>4.006381333931E12</v></c>',
        '<c r="A2" t="inlineStr"><is><t>FH-10110-7</t></is></c><c r="B2"/><c r="C2"><f>5*2</f><v>10</v></c>',
        '<c r="A3" s="1"><v>46349</v></c><c r="B3" s="2"><v>12345</v></c><c r="C3"><v>0.1</v></c>',
        '<c t="str"><v>a_x000A_b</v></c><c t="b"><v>1</v></c><c s="1"><v>0.4777777778</v></c>',
      ],
    }),
  )
  expect(text.split('\n')).toEqual([
    'Kette & L\t\t4006381333931',
    'FH-10110-7\t\t10',
    '2026-11-23\t00012345\t0.1',
    'a b\tTRUE\t11:28',
  ])
})

test('reads times without seconds, and reads elapsed times as numbers', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts>' +
    '<cellXfs><xf numFmtId="20"/><xf numFmtId="46"/><xf numFmtId="164"/></cellXfs>'
  const times = [0.99975, 0.47824, 41 / 1440].map((time) => `<c s="0"><v>${time}</v></c>`)
  const elapsed = '<c s="1"><v>1.5</v></c><c s="2"><v>0.25</v></c>'
  const { text } = readWorkbook(createXlsx({ styles, rows: [times.join(''), elapsed] }))
  expect(text.split('\n')).toEqual(['23:59\t11:28\t00:41', '1.5\t0.25'])
})

test('reads a formula without a stored value as its text, or as `=f(…)`', () => {
  const { text } = readWorkbook(
    createXlsx({
      rows: [
        '<c r="A1"><f>B1&amp;"-7"</f></c><c r="B1"><f t="shared" si="0"/><v></v></c><c r="C1"><f t="shared" si="0"/></c>',
        '<c r="A2"><f>5*2</f><v>10</v></c><c r="B2" t="str"><f>T(1)</f><v></v></c>',
      ],
    }),
  )
  expect(text.split('\n')).toEqual(['=B1&"-7"\t=f(…)\t=f(…)', '10\t'])
})

test('reads merged cells, rich texts, numbers and dates of a sheet that Excel has written', () => {
  const formats = [
    '0.00E+00',
    '_-* #,##0\\ _D_M_-;\\-* #,##0\\ _D_M_-',
    '[$-407]d/\\ mmmm\\ yyyy;@',
    '&quot;FH-&quot;00000\\-0',
    '#,##0&quot; Stk&quot;',
  ]
  const { text, notes } = readWorkbook(
    createXlsx({
      styles: `<numFmts count="5">${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('')}</numFmts>
        <cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" xfId="0"/>
        ${formats.map((_, n) => `<xf numFmtId="${164 + n}" xfId="0" applyNumberFormat="1"><alignment vertical="top"/></xf>`).join('')}</cellXfs>`,
      strings:
        '<si><t>Bestellung</t></si><si><r><t>FH-</t></r><r><rPr><b/></rPr><t xml:space="preserve">10110-7 </t></r><phoneticPr fontId="1"/></si><si><t/></si>',
      sheet: `<sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="1" hidden="1"/></cols><sheetData>
        <row r="1" spans="1:5"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1"/></row>
        <row r="3" spans="1:5" x14ac:dyDescent="0.25"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>8.71234E+12</v></c><c r="C3" s="2"><v>1250</v></c><c r="D3" s="3"><v>46358.75</v></c></row>
        <row r="4"><c r="A4" s="4"><v>131327</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="5"><f t="shared" ref="C4:C9" si="0">A1</f><v>280</v></c><c r="D4" t="e"><v>#N/A</v></c><c r="E4"><v>2.125</v></c></row>
        ${'<row r="5" s="1" customFormat="1"/>'.repeat(10_001)}</sheetData>
        <autoFilter ref="A1:E4"/><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>
        <extLst><ext uri="{1}"><x14:conditionalFormatting><xm:f>1</xm:f></x14:conditionalFormatting></ext></extLst>`,
    }),
  )
  expect(text.split('\n')).toEqual([
    'Bestellung',
    'FH-10110-7 \t8712340000000\t1250\t2026-12-02',
    // Three decimals would be read as thousands.
    'FH-13132-7\t\t280\t#N/A\t2.1250',
  ])
  expect(notes).toEqual([])
})

test('reads the first visible sheet, and names the other sheets in a note', () => {
  const sheets =
    '<sheet name="Old" state="hidden" r:id="rId9"/><sheet name="Order" r:id="rId1"/><sheet name="Notes &amp; co" r:id="rId2"/>'
  const { text, notes } = readWorkbook(createXlsx({ sheets, rows: ['<c><v>1</v></c>'] }))
  expect(text).toBe('1')
  expect(notes).toEqual(['The sheet “Order” was read. Not read: “Notes & co”.'])
})

test('reads the first of the named sheets, and names the others as not read', () => {
  const sheets =
    '<sheet name="Cover" r:id="rId9"/><sheet name="Spare" r:id="rId8"/><sheet name="Order" r:id="rId1"/>'
  const bytes = createXlsx({ sheets, rows: ['<c><v>1</v></c>'] })
  expect(() => readWorkbook(bytes)).toThrow('The sheet “Cover” cannot be read.')
  const note = 'The sheet “Order” was read. Not read: “Spare”.'
  const otherSheets = ['Spare']
  expect(readWorkbook(bytes, ['Order', 'Spare'])).toEqual({ text: '1', notes: [note], otherSheets })
})

test('leaves out hidden rows and phonetic readings, and states the number of hidden rows', () => {
  const rows =
    '<row r="1" hidden="false"><c r="A1" t="inlineStr"><is><r><t xml:space="preserve">FH-10110</t></r><r><t>-7</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c></row>' +
    '<row r="5" hidden="1"><c r="A5"><v>1</v></c></row><row r="9" hidden="true"><c><v>2</v></c></row><row r="10" hidden="1"/><row r="12"><c r="B12"><v>10</v></c></row>'
  const { text, notes } = readWorkbook(createXlsx({ sheet: rows }))
  expect(text).toBe('FH-10110-7\n\t10')
  expect(notes).toEqual(['2 hidden rows were not read.'])
})

test('finds workbook, sheet and texts by their relationships, and skips charts', () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
  const files = {
    '_rels/.rels': relationship('rId1', 'officeDocument', '/xl/workbook2.xml'),
    'xl/workbook2.xml':
      '<workbook><sheets><sheet name="Chart" d3p1:id="a"/><sheet name="Order" d3p1:id="b"/></sheets></workbook>',
    'xl/_rels/workbook2.xml.rels':
      relationship('a', 'chartsheet', 'chartsheets/sheet1.xml') +
      relationship('b', 'worksheet', '/xl/worksheets/order.xml') +
      relationship('c', 'sharedStrings', 'texts.xml'),
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
    'xl/texts.xml': '<sst><si><t>FH-10110-7</t></si></sst>',
    'xl/worksheets/order.xml': '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>',
  }
  expect(readWorkbook(zip(files))).toEqual({ text: 'FH-10110-7', notes: [], otherSheets: [] })
})

test('reads numbers and their formats if all tags have a prefix', () => {
  const styles =
    '<x:numFmts><x:numFmt numFmtId="164" formatCode="00000000"/></x:numFmts>' +
    '<x:cellXfs count="2"><x:xf numFmtId="0"/><x:xf numFmtId="164"/></x:cellXfs>'
  const sheet =
    '<x:worksheet><x:row><x:c><x:v>7</x:v></x:c><x:c s="1"><x:v>123456</x:v></x:c></x:row></x:worksheet>'
  expect(readWorkbook(createXlsx({ styles, sheet })).text).toBe('7\t00123456')
})

test.each([
  ['no workbook', zipSync({ 'a.txt': strToU8('a') }), 'This is not an XLSX file'],
  ['no sheet', createXlsx({ sheets: '' }), 'This file has no visible sheet'],
  ['a large sheet', LARGE_FILE, 'too large when unpacked'],
  ['many rows', createXlsx({ sheet: ROW.repeat(10_001) }), 'This sheet is too large'],
  ['many hidden rows', createXlsx({ sheet: HIDDEN_ROW.repeat(10_001) }), 'sheet is too large'],
  ['a distant column', createXlsx({ rows: ['<c r="XFD1"><v>1</v></c>'] }), 'sheet is too large'],
  [
    'many entries',
    zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}`, strToU8('')]))),
    'too large when unpacked',
  ],
])('refuses a file with %s', (_, bytes, message) => {
  expect(() => readWorkbook(bytes)).toThrow(WorkbookRefusal)
  expect(() => readWorkbook(bytes)).toThrow(message)
})

test.each([
  ['is missing', 'rId9', ''],
  ['is too large', 'rId1', ROW.repeat(10_001)],
  ['is too large when unpacked', 'rId1', ' '.repeat(21_000_000)],
])('names the other sheets if the first one %s', (_, id, sheet) => {
  const sheets = `<sheet name="Cover" r:id="${id}"/><sheet name="Order" r:id="rId2"/>`
  expect(() => readWorkbook(createXlsx({ sheets, sheet }))).toThrow(
    expect.objectContaining({ otherSheets: ['Order'] }),
  )
})

test('refuses an entry that is larger than the file states', () => {
  const bytes = LARGE_FILE.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  // The sizes before compression are 22 and 24 bytes after the start of the signatures.
  for (let at = 0; at < bytes.length - 30; at++) {
    const signature = view.getUint32(at, true)
    if (signature === 0x04034b50) view.setUint32(at + 22, 10, true)
    if (signature === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  expect(() => readWorkbook(bytes)).toThrow('too large when unpacked')
})

test('reads tags without an end in linear time', () => {
  const sheet = '<c '.repeat(2_000_000)
  expect(readWorkbook(createXlsx({ sheet })).text).toBe('')
})

test('reads a ZIP file with data descriptors, as streaming writers produce', () => {
  const chunks: Uint8Array[] = []
  const stream = new Zip((_, chunk) => chunks.push(chunk))
  for (const [name, xml] of Object.entries(listFiles({ rows: ['<c><v>7</v></c>'] }))) {
    const entry = new ZipDeflate(name)
    stream.add(entry)
    entry.push(strToU8(xml), true)
  }
  stream.end()
  expect(readWorkbook(new Uint8Array(Buffer.concat(chunks))).text).toBe('7')
})

interface XlsxContent {
  sheets?: string
  strings?: string
  styles?: string
  rows?: string[]
  sheet?: string
}

function createXlsx(content: XlsxContent) {
  return zip(listFiles(content))
}

function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])
  return zipSync(Object.fromEntries(entries), { level: 1 }) as Uint8Array<ArrayBuffer>
}

function listFiles(content: XlsxContent): Record<string, string> {
  const { sheets = '<sheet name="Sheet1" r:id="rId1"/>', strings = '', styles = '' } = content
  const rows = (content.rows ?? []).map((cells) => `<row>${cells}</row>`).join('')
  return {
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${RELATIONSHIPS}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': content.sheet ?? `<sheetData>${rows}</sheetData>`,
  }
}
