import type { MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createPadStore, type PadStore } from './pad-store.ts'
import { type ListReader, useListReader } from './use-list-reader.ts'

const typed = 'FH-1 2\nFH-2 3'
const matched = {
  rows: [
    {
      state: 'unknown',
      code: 'FH-3',
      name: null,
      skipReason: null,
      quantity: 4,
      isQuantityAssumed: false,
      isQuantityUnclear: false,
      matches: [],
    },
  ],
  parts: [],
} satisfies Omit<MatchedRows, 'layout'>

test('a file leaves typed lines in the field, and undo removes only the rows of the file', async () => {
  const pad = createPadStore({ text: typed, rows: [], parts: [] })
  await readFile(pad, Response.json(matched))
  expect(pad.getViews().map(({ row }) => row.cells)).toEqual([['FH-3', '4']])
  expect(pad.getText()).toBe(typed)
  pad.undo()
  expect(pad.getViews()).toEqual([])
  expect(pad.getText()).toBe(typed)
})

test('typed lines stay in the field if the rows of a file cannot be matched', async () => {
  const pad = createPadStore({ text: typed, rows: [], parts: [] })
  await readFile(pad, Response.json({}, { status: 400 }))
  expect(pad.getViews()).toEqual([])
  expect(pad.getText()).toBe(typed)
})

test('a file stays in an empty field if its rows cannot be matched, until it is read again', async () => {
  const pad = createPadStore({ text: '', rows: [], parts: [] })
  await readFile(pad, Response.json({}, { status: 400 }))
  expect(pad.getText()).toBe('FH-3;4')
  await readFile(pad, Response.json(matched))
  expect(pad.getText()).toBe('')
})

async function readFile(pad: PadStore, response: Response) {
  vi.stubGlobal('fetch', async () => response)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  let reader: ListReader | undefined
  function Reader() {
    reader = useListReader(pad, () => {})
    return null
  }
  renderToStaticMarkup(<Reader />)
  await reader?.readFile(new File(['FH-3;4'], 'list.csv'))
}
