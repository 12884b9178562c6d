import type { MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createPadStore, EMPTY_PAD, type PadStore } from './pad-store.ts'
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
      quantityText: null,
      matches: [],
    },
  ],
  parts: [],
} satisfies Omit<MatchedRows, 'layout'>

test('a file leaves typed lines in the field, and undo removes only the rows of the file', async () => {
  const pad = createPadStore({ ...EMPTY_PAD, text: typed })
  await readFile(pad, Response.json(matched))
  expect(pad.getViews().map(({ row }) => row.cells)).toEqual([['FH-3', '4']])
  expect(pad.getText()).toBe(typed)
  pad.undo()
  expect(pad.getViews()).toEqual([])
  expect(pad.getText()).toBe(typed)
})

test('typed lines stay in the field if the call for a file fails', async () => {
  const pad = createPadStore({ ...EMPTY_PAD, text: typed })
  await readFile(pad, Response.json({}, { status: 400 }))
  expect(pad.getViews()).toEqual([])
  expect(pad.getText()).toBe(typed)
})

test('the text of a file stays in an empty field if its call fails, until the file is read again', async () => {
  const pad = createPadStore(EMPTY_PAD)
  await readFile(pad, Response.json({}, { status: 400 }))
  expect(pad.getText()).toBe('FH-3;4')
  await readFile(pad, Response.json(matched))
  expect(pad.getText()).toBe('')
})

test('a list is not added if Undo restores rows meanwhile and the pad would exceed its limit', async () => {
  const pad = createPadStore(EMPTY_PAD)
  const response = { ...matched, rows: Array.from({ length: 300 }, () => matched.rows[0]) }
  const list = 'FH-3;4\n'.repeat(300)
  await readFile(pad, Response.json(response), list)
  pad.removeAll()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const isRead = readFile(pad, promise, list)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  pad.undo()
  resolve(Response.json(response))
  await isRead
  expect(pad.getViews()).toHaveLength(300)
  expect(pad.getText()).toBe(list)
})

const found = (productId: string) => ({
  productId,
  matchedBy: 'search',
  brand: null,
  replaces: null,
})

test.each([
  ['choose', [found('a'), found('b')]],
  ['guess', [found('a')]],
  ['skipped', []],
])('a name that staff enter becomes a row with the state %s', async (state, matches) => {
  const pad = createPadStore(EMPTY_PAD, 'ada@dealer.example')
  const row = { ...matched.rows[0], state: 'skipped', skipReason: 'text', code: null }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('/alternatives')
        ? { matches: [matches], parts: [] }
        : { ...matched, rows: [row] },
    ),
  )
  await renderReader(pad).readText('holm chain', '')
  expect(pad.getViews()).toMatchObject([{ row: { state, matches } }])
})

async function readFile(pad: PadStore, response: Response | Promise<Response>, text = 'FH-3;4') {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response),
  )
  await renderReader(pad).readFile(new File([text], 'list.csv'))
}

function renderReader(pad: PadStore): ListReader {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  let reader: ListReader | undefined
  function Reader() {
    reader = useListReader(pad, () => {})
    return null
  }
  renderToStaticMarkup(<Reader />)
  return reader as unknown as ListReader
}
