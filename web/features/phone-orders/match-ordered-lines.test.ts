import { PAD_CELL_LENGTH, PART_NAME_LENGTH } from '@freehub/contract/limits'
import type { MatchedRow } from '@freehub/contract/order-pad/order-pad'
import { expect, test, vi } from 'vitest'
import { matchOrderedLines } from './match-ordered-lines.ts'

const orderedLine = {
  line: 1,
  productId: 'ordered',
  name: 'Spare bolt for FH-13132-7',
  sku: 'FH-10110-7' as string | null,
  quantity: 200,
  unitPriceCents: 30,
  cancelledQuantity: 0,
}

/** Matches a line for which the server finds these parts. Returns the cells that it receives, and the row. */
async function matchLine(
  line: Partial<typeof orderedLine>,
  state: MatchedRow['state'],
  ...parts: (Partial<MatchedRow['matches'][number]> & { productId: string })[]
) {
  const matches = parts.map((part) => ({
    matchedBy: 'sku' as const,
    brand: null,
    replaces: null,
    ...part,
  }))
  const found: MatchedRow = {
    state,
    skipReason: null,
    code: 'FH-10110-7',
    matches,
    quantity: 10,
    isQuantityAssumed: true,
    isQuantityUnclear: true,
    quantityText: null,
    name: null,
  }
  vi.stubGlobal('localStorage', { getItem: () => null })
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    return Response.json({ rows: [found], parts: [] })
  })
  vi.stubGlobal('fetch', fetch)
  const { matched } = await matchOrderedLines([{ ...orderedLine, ...line }], 'ada@wheels.example')
  const [cells] = JSON.parse(String(fetch.mock.calls[0]?.[1].body)).rows
  return { cells, row: matched.rows[0] as MatchedRow }
}

test('finds the ordered part, also among several, with the quantity of the line', async () => {
  for (const state of ['found', 'choose', 'guess'] as const) {
    const { row } = await matchLine({}, state, { productId: 'other' }, { productId: 'ordered' })
    expect(row).toMatchObject({
      state: 'found',
      matches: [{ productId: 'ordered' }],
      quantity: 200,
      isQuantityAssumed: false,
      isQuantityUnclear: false,
      quantityText: null,
    })
  }
})

test('lets staff choose a part that is not the ordered one', async () => {
  const { row } = await matchLine({}, 'found', { productId: 'other' })
  expect(row).toMatchObject({ state: 'choose', matches: [{ productId: 'other' }] })
  const byName = await matchLine({ sku: null }, 'found', { productId: 'other' })
  expect(byName.row.state).toBe('choose')
  const ownNumberOfSuccessor = { productId: 'other', replaces: 'FH-20202-0' }
  expect((await matchLine({}, 'found', ownNumberOfSuccessor)).row.state).toBe('choose')
})

test('accepts the successor of the ordered part, and keeps a part that is no longer sold unknown', async () => {
  const successor = { productId: 'successor', replaces: 'FH-10110-7' }
  expect((await matchLine({}, 'found', successor)).row.state).toBe('found')
  expect((await matchLine({}, 'unknown', { productId: 'ordered' })).row.state).toBe('unknown')
})

test('shortens a long name to the length of a cell', async () => {
  const name = 'x'.repeat(PART_NAME_LENGTH)
  const { cells } = await matchLine({ sku: null, name }, 'unknown')
  expect(cells).toEqual(['x'.repeat(PAD_CELL_LENGTH), '200'])
})
