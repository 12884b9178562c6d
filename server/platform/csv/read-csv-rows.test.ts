import { expect, test } from 'vitest'
import { type CsvRow, readCsvRows } from './read-csv-rows.ts'

const CHUNK_LENGTH = 128 * 1024
/** Length of a text that fits into one chunk. Other work can run only if the parser splits this chunk into slices. */
const LENGTH = 32 * 1024

async function* splitIntoChunks(text: string) {
  for (let at = 0; at < text.length; at += CHUNK_LENGTH)
    yield Buffer.from(text.slice(at, at + CHUNK_LENGTH))
}

async function rowsOf(text: string) {
  const rows: CsvRow[] = []
  for await (const row of readCsvRows(splitIntoChunks(text))) rows.push(row)
  return rows
}

test('numbers rows like a spreadsheet, which counts empty lines but no line breaks within cells', async () => {
  expect(await rowsOf('\ufeffa,b\r\n\r\n1,"x\r\n\r\ny"\r\n\r\n\r\n2,z')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 3, cells: ['1', 'x\r\n\r\ny'] },
    { row: 6, cells: ['2', 'z'] },
  ])
})

test.each([
  ['\n', 'a;b\n1;2'],
  ['\r\n\r\n', 'a;b\r\n1;2'],
])('detects the delimiter after empty lines', async (emptyLines, list) => {
  const rows = await rowsOf(emptyLines + list)
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test.each([
  ['sep=;', 'sep=;\r\na,b;c\r\n1;2', 2],
  ['SEP=|', 'SEP=|\na,b|c\n1|2', 2],
  ['vertical bars', 'a,b|c|\n1|2|', 1],
])('reads a file with %s', async (_, text, row) => {
  const [headings, cells] = await rowsOf(text)
  expect(headings).toMatchObject({ row, cells: expect.arrayContaining(['a,b', 'c']) })
  expect(cells).toMatchObject({ row: row + 1, cells: expect.arrayContaining(['1', '2']) })
})

test.each([
  ['A quotation mark in row 4 is not closed.', '1,"x\r\ny"\r\n\r\n1,"x\r\n2,y\r\n3,z'],
  ['Row 2 does not end. Look for an unclosed quotation mark.', `1,"${'x\r\n'.repeat(50_000)}`],
  [
    'Row 3 has a quotation mark in the wrong place. Within quotation marks, write it twice.',
    '1,"x\r\ny"\r\n2,"x" y',
  ],
])('names the row of an error: %s', async (message, rows) => {
  await expect(rowsOf(`a,b\r\n${rows}`)).rejects.toThrow(message)
})

test('keeps surrogate pairs intact anywhere in the file', async () => {
  const emoji = '🚲'.repeat(LENGTH / 2)
  for (const text of [emoji, `x${emoji}`]) {
    expect(await rowsOf(`a\n${text}`)).toContainEqual({ row: 2, cells: [text] })
  }
})

test.each([
  ['empty lines', '\n', 1],
  ['rows of two characters', 'a\n', 16_385],
  ['rows of empty cells', ',\r\n', 10_923],
])('yields to other work while it reads a file of %s', async (_, line, expected) => {
  let immediates = 0
  let isReading = true
  const countImmediate = () => {
    immediates += 1
    if (isReading) setImmediate(countImmediate)
  }
  countImmediate()
  const text = `a,b\n${line.repeat(LENGTH / line.length)}`
  expect((await rowsOf(text)).length).toBe(expected)
  isReading = false
  expect(immediates).toBeGreaterThan(text.length / 2048)
})
