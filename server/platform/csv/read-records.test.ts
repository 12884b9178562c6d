import { expect, test } from 'vitest'
import { type CsvRow, readRecords } from './read-records.ts'

const PIECE = 128 * 1024
/** A piece, and so read at once were it not for slices. */
const LENGTH = 32 * 1024

async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += PIECE) yield Buffer.from(text.slice(at, at + PIECE))
}

async function rowsOf(text: string) {
  const rows: CsvRow[] = []
  for await (const row of readRecords(inPieces(text))) rows.push(row)
  return rows
}

test('rows keep the numbers that they have in the file, past empty lines and line breaks in cells', async () => {
  expect(await rowsOf('\ufeffa,b\r\n\r\n1,"x\r\n\r\ny"\r\n\r\n\r\n2,z')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 3, cells: ['1', 'x\r\n\r\ny'] },
    { row: 6, cells: ['2', 'z'] },
  ])
})

test('a sign of two halves stays whole, wherever in the file it stands', async () => {
  const bicycles = '🚲'.repeat(LENGTH / 2)
  for (const text of [bicycles, `x${bicycles}`]) {
    expect(await rowsOf(`a\n${text}`)).toContainEqual({ row: 2, cells: [text] })
  }
})

test.each([
  ['empty lines', '\n', 1],
  ['rows of two characters', 'a\n', 16_385],
  ['rows of empty cells', ',\r\n', 10_923],
])('others have their turn while a file of nothing but %s is read', async (_, line, expected) => {
  let turns = 0
  let reading = true
  const turn = () => {
    turns += 1
    if (reading) setImmediate(turn)
  }
  turn()
  const text = `a,b\n${line.repeat(LENGTH / line.length)}`
  expect((await rowsOf(text)).length).toBe(expected)
  reading = false
  expect(turns).toBeGreaterThan(text.length / 2048)
})
