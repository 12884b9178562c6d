import type { MatchedRow } from '@freehub/contract/order-pad/order-pad'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createCartPart } from '../../testing/cart-part.ts'
import { createPadStore, EMPTY_PAD, type PadStore } from './pad-store.ts'
import { createRow, type PadRowData } from './row-data.ts'
import { useRowSearch } from './use-row-search.ts'

const match = { productId: 'chain', matchedBy: 'sku', brand: null, replaces: null } as const
const chain = createCartPart()
const matched: MatchedRow = {
  state: 'choose',
  code: 'FH-3',
  name: null,
  skipReason: null,
  quantity: 50,
  isQuantityAssumed: false,
  isQuantityUnclear: true,
  quantityText: null,
  matches: [match],
}

test.each<[string, (pad: PadStore, id: number) => void]>([
  ['is removed', (pad, id) => pad.setRemoved(id, true)],
  ['gets a part', (pad, id) => pad.selectPart(id, match)],
])('a row that %s during the search is not replaced', async (_, change) => {
  const { pad, id, respond, replaced } = await startReplacement()
  change(pad, id)
  const changed = pad.getView(id)?.row
  respond()
  expect(await replaced).toBe('')
  expect(pad.getView(id)?.row).toBe(changed)
})

test('a quantity that the user enters during the search is kept', async () => {
  const { pad, id, respond, replaced } = await startReplacement()
  pad.setQuantity(id, 300)
  respond()
  await replaced
  const { row } = pad.getView(id) ?? {}
  expect(row).toMatchObject({ code: 'FH-4', quantity: 300, isQuantityUnclear: false })
})

/** Starts to replace the number of a row. The search waits until `respond` is called. */
async function startReplacement() {
  const row = createRow(1, ['FH-3', '50'], matched)
  const pad = createPadStore({ ...EMPTY_PAD, rows: [row], parts: [chain] })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => promise)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  const replaced = renderSearch(pad, row).replaceNumber('FH-4')
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  const rows = [{ ...matched, code: 'FH-4', isQuantityUnclear: false }]
  return { pad, id: row.id, replaced, respond: () => resolve(Response.json({ rows, parts: [] })) }
}

function renderSearch(pad: PadStore, row: PadRowData) {
  let search: ReturnType<typeof useRowSearch> | undefined
  function Row() {
    search = useRowSearch(pad, row)
    return null
  }
  renderToStaticMarkup(<Row />)
  return search as unknown as ReturnType<typeof useRowSearch>
}
