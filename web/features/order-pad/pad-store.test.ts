import type { MatchedRow, MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { expect, test } from 'vitest'
import { createCartPart } from '../../testing/cart-part.ts'
import { createPadStore, EMPTY_PAD, type PadStore } from './pad-store.ts'
import {
  isAddedUnchanged,
  isDisposable,
  listOptions,
  type PadRowData,
  readOptionKey,
  sumUpParts,
} from './row-data.ts'

const priceTiers = [{ fromQuantity: 300, unitPriceCents: 200 }]
const terms = { unitPriceCents: 300, available: 1000, priceTiers }
const chain = createCartPart({ ...terms, name: 'Chain', minimumOrder: 50, orderMultiple: 10 })
const hub = createCartPart({ ...terms, productId: 'hub', name: 'Hub', minimumOrder: 1 })

test('counts rows by group, and totals only the rows that can be added to the cart', () => {
  const pad = createPad([
    found('chain', 60),
    found('chain', 5, { isQuantityUnclear: true }),
    row('guess', 'hub', 10),
    row('choose', 'hub', 10),
    row('unknown', null, 10),
    row('shortened', null, 10),
    row('skipped', null, null),
  ])
  const { counts, totalCents, quantity } = pad.getSummary()
  expect(counts).toEqual({
    found: 1,
    invalidQuantity: 0,
    soldOut: 0,
    choose: 1,
    confirm: 2,
    unknown: 2,
    skipped: 1,
  })
  expect([totalCents, quantity]).toEqual([18_000, 60])
  pad.setQuantity(2, 10)
  expect(pad.getSummary()).toMatchObject({ totalCents: 21_000, quantity: 70 })
})

test('removes the rows of a group together, and Undo restores them', () => {
  const pad = createPad([found('chain', 60), found('hub', 2000), found('hub', 5)])
  pad.refreshParts([], [{ ...hub, available: 0 }])
  pad.setFilter('soldOut')
  pad.removeGroup('soldOut')
  expect(pad.getViews()).toMatchObject([{ part: chain }])
  expect(pad.getFilter()).toBe(null)
  pad.undo()
  expect(pad.getSummary().counts).toMatchObject({ found: 1, soldOut: 2 })
})

test('returns the number of added rows in each group', () => {
  const pad = createPad([found('hub', 1)])
  const counts = addRows(pad, [found('chain', 5), found('hub', 2), row('unknown', null, 1)])
  expect(counts).toMatchObject({ found: 1, invalidQuantity: 1, unknown: 1 })
})

test('never accepts a guess without the user’s confirmation', () => {
  const pad = createPad([row('guess', 'hub', 10)])
  expect(pad.getView(1)).toMatchObject({ group: 'confirm', part: hub, row: { productId: null } })
  expect(sumUpParts(pad.getViews(), ['found'])).toEqual([])
  pad.selectPart(1, match('hub'))
  expect(sumUpParts(pad.getViews(), ['found'])).toEqual([{ productId: 'hub', quantity: 10 }])
})

test('uses the smallest order quantity for a chosen part without a quantity, and marks it as assumed', () => {
  const pad = createPad([row('choose', 'chain', null)])
  pad.selectPart(1, match('chain'))
  expect(pad.getView(1)?.row).toMatchObject({ quantity: 50, isQuantityAssumed: true })
})

test.each([1, 2, 3, 4, 5])('Alt+%i chooses the option with this number', (digit) => {
  const pad = createPad([row('unknown', null, 10)])
  const parts = Array.from({ length: 5 }, (_, n) => ({ ...hub, productId: `part ${n + 1}` }))
  const options = parts.map(({ productId }) => match(productId))
  pad.setAlternatives(pad.getView(1)?.row as PadRowData, options, parts)
  const alt = { altKey: true, ctrlKey: false, metaKey: false }
  for (const code of [`Digit${digit}`, `Numpad${digit}`]) {
    const position = readOptionKey({ code, ...alt }) as number
    expect(listOptions(pad.getView(1)?.row as PadRowData)[position]).toEqual(options[digit - 1])
    expect(readOptionKey({ code, ...alt, altKey: false })).toBeUndefined()
    expect(readOptionKey({ code, ...alt, ctrlKey: true })).toBeUndefined()
  }
  pad.selectPart(1, options[digit - 1] as (typeof options)[number])
  expect(pad.getView(1)).toMatchObject({ group: 'found', part: { productId: `part ${digit}` } })
})

test('ignores alternatives that were found for an earlier number of the row', () => {
  const pad = createPad([row('unknown', null, 10)])
  const searched = pad.getView(1)?.row as PadRowData
  pad.replaceRow(1, ['KC-8830'], searched, [])
  pad.setAlternatives(searched, [match('hub')], [hub])
  expect(pad.getView(1)?.row.alternatives).toBeNull()
  pad.setAlternatives(pad.getView(1)?.row as PadRowData, [match('hub')], [hub])
  expect(pad.getView(1)?.row.alternatives).toEqual([match('hub')])
})

test('rows with the same part have the price of their total quantity, and are added as one line', () => {
  const pad = createPad([found('chain', 160), found('chain', 140), found('hub', 1)])
  expect(pad.getView(2)).toMatchObject({ partQuantity: 300, isRepeated: true })
  expect(pad.getView(2)?.cartLine?.unitPriceCents).toBe(200)
  expect(sumUpParts(pad.getViews(), ['found'])).toEqual([
    { productId: 'chain', quantity: 300 },
    { productId: 'hub', quantity: 1 },
  ])
})

test('an unclear quantity is added to the quantity of its part only after it is confirmed', () => {
  const pad = createPad([found('chain', 10), found('chain', 290, { isQuantityUnclear: true })])
  expect(pad.getSummary().counts).toMatchObject({ found: 0, invalidQuantity: 1, confirm: 1 })
  expect(pad.getView(2)?.cartLine?.unitPriceCents).toBe(200)
  pad.confirmQuantities()
  expect(pad.getSummary()).toMatchObject({ totalCents: 60_000, counts: { found: 2 } })
})

test('a row with the quantity 0 has a quantity to correct, also beside another row of its part', () => {
  const pad = createPad([found('hub', 0), found('hub', 290), found('hub', 0)])
  expect(pad.getSummary().counts).toMatchObject({ found: 1, invalidQuantity: 2 })
  expect(pad.getSavings().possible).toHaveLength(1)
})

test('a saved list contains rows whose quantity cannot be ordered, but no rows without a part', () => {
  const pad = createPad([found('chain', 60), found('hub', 2000), row('guess', 'hub', 10)])
  expect(pad.getView(2)?.group).toBe('invalidQuantity')
  expect(sumUpParts(pad.getViews(), ['found', 'invalidQuantity'])).toEqual([
    { productId: 'chain', quantity: 60 },
    { productId: 'hub', quantity: 2000 },
  ])
})

test('applies all savings to the first row of each part, and can undo them', () => {
  const pad = createPad([found('chain', 200), found('chain', 60), found('hub', 290)])
  expect(pad.getSavings().possible.map(({ savingCents }) => savingCents)).toEqual([18_000, 27_000])
  pad.applySavings()
  expect(quantities(pad)).toEqual([240, 60, 300])
  expect(pad.getSavings()).toMatchObject({
    possible: [],
    applied: [{ after: 300 }, { after: 300 }],
  })
  pad.undoSavings()
  expect(quantities(pad)).toEqual([200, 60, 290])
})

test('undo of a paste restores the field, unless the user has typed since', () => {
  const pad = createPad([found('chain', 60)])
  pad.setText('typed')
  addRows(pad, [found('hub', 1), found('hub', 2)], 'rest')
  expect(pad.undo()).toBe('Rows removed.')
  expect(quantities(pad)).toEqual([60])
  expect(pad.getText()).toBe('typed')
  addRows(pad, [found('hub', 1)], 'rest')
  pad.setText('rest and more')
  pad.undo()
  expect(pad.getText()).toBe('rest and more')
})

test('undo reverts the confirmation of a guess, and restores a removed row', () => {
  const pad = createPad([row('guess', 'hub', 10)])
  pad.selectPart(1, match('hub'))
  pad.setRemoved(1, true)
  expect(pad.undo()).toBe('Row restored.')
  expect(pad.getView(1)).toMatchObject({ group: 'found', row: { isRemoved: false } })
  expect(pad.undo()).toBe('Choice undone.')
  expect(pad.getView(1)?.group).toBe('confirm')
})

test('undo reverts consecutive edits of a quantity in one step', () => {
  const pad = createPad([found('chain', 60), found('hub', 1)])
  pad.setQuantity(1, 7)
  pad.setQuantity(1, 70)
  pad.setQuantity(2, 8)
  pad.undo()
  expect(quantities(pad)).toEqual([70, 1])
  expect(pad.undo()).toBe('Quantity restored.')
  expect(quantities(pad)).toEqual([60, 1])
  expect(pad.undo()).toBe('Rows removed.')
})

test('undo restores a cleared pad', () => {
  const pad = createPad([found('chain', 60), found('hub', 1)])
  pad.removeAll()
  expect(pad.undo()).toBe('Rows restored.')
  expect(quantities(pad)).toEqual([60, 1])
})

test('undo does not restore rows that left the pad for the cart', () => {
  const pad = createPad([found('chain', 60), row('unknown', null, 1)])
  pad.removeRows(({ group }) => group === 'found')
  expect(pad.undo()).toBeUndefined()
  expect(pad.getIds()).toEqual([2])
})

test('keeps a row that was edited while it was added to the cart', () => {
  const pad = createPad([found('chain', 60), found('hub', 1), found('hub', 2)])
  const added = new Map(pad.getViews().map(({ row }) => [row.id, row]))
  pad.setQuantity(1, 100)
  pad.confirmQuantities()
  addRows(pad, [row('unknown', null, 1)])
  pad.removeRows((view) => isAddedUnchanged(view.row, added.get(view.row.id)))
  expect(pad.getIds()).toEqual([1, 4])
  expect(quantities(pad)).toEqual([100, 1])
})

test('keeps skipped rows that may be a part when rows are added to the cart', () => {
  const skip = (skipReason: MatchedRow['skipReason']): MatchedRow => ({
    ...row('skipped', null, null),
    skipReason,
  })
  const rows = [
    skip('text'),
    skip('empty'),
    skip('total'),
    skip('heading'),
    skip('noQuantity'),
    row('unknown', null, 1),
  ]
  const pad = createPad(rows, 'Chain 7')
  expect(pad.getViews().map(isDisposable)).toEqual([false, false, true, true, true, false])
  expect(
    createPad([skip('text')], 'Kind regards')
      .getViews()
      .map(isDisposable),
  ).toEqual([true])
  expect(
    createPad([skip('noQuantity')], '=A1*B1')
      .getViews()
      .map(isDisposable),
  ).toEqual([false])
})

test('a filter keeps its rows while the user edits them', () => {
  const pad = createPad([row('guess', 'hub', 10), found('chain', 60)])
  pad.setFilter('confirm')
  pad.selectPart(1, match('hub'))
  expect(pad.getIds()).toEqual([1])
  expect(pad.getSummary().counts).toMatchObject({ found: 2, confirm: 0 })
})

test('a change of a row replaces only its view and the views of rows with the same part', () => {
  const pad = createPad([found('chain', 60), found('hub', 1), found('chain', 70)])
  const [first, second, third] = pad.getViews()
  pad.setQuantity(1, 80)
  expect(pad.getView(1)).not.toBe(first)
  expect(pad.getView(2)).toBe(second)
  expect(pad.getView(3)).not.toBe(third)
})

test('parts that are no longer sold are not added to the cart', () => {
  const pad = createPad([found('chain', 60), found('hub', 1)])
  pad.refreshParts([chain], [{ ...hub, unitPriceCents: 500 }])
  expect(pad.getView(1)).toMatchObject({ group: 'invalidQuantity', part: { isOnSale: false } })
  expect(sumUpParts(pad.getViews(), ['found'])).toEqual([{ productId: 'hub', quantity: 1 }])
  expect(pad.getSummary().totalCents).toBe(500)
})

test('a pad that was emptied does not use the ids of its rows again', () => {
  const pad = createPad([found('chain', 60), found('hub', 10)])
  pad.removeRows(() => true)
  const restored = createPadStore(pad.getDraft())
  addRows(restored, [found('chain', 60)])
  expect(restored.getIds()).toEqual([3])
})

test('the draft omits removed rows and their parts', () => {
  const pad = createPad([found('chain', 60), found('hub', 1)])
  pad.setRemoved(1, true)
  const draft = pad.getDraft()
  expect(draft.rows.map(({ id }) => id)).toEqual([2])
  const restored = createPadStore(JSON.parse(JSON.stringify(draft)))
  expect(restored.getView(2)).toEqual(pad.getView(2))
  addRows(restored, [found('hub', 3)])
  expect(restored.getIds()).toEqual([2, 3])
})

const match = (productId: string) =>
  ({ productId, matchedBy: 'sku', brand: null, replaces: null }) as const

function row(
  state: MatchedRow['state'],
  productId: string | null,
  quantity: number | null,
): MatchedRow {
  return {
    state,
    quantity,
    code: 'code',
    name: null,
    skipReason: state === 'skipped' ? 'heading' : null,
    matches: productId === null ? [] : [match(productId)],
    isQuantityAssumed: false,
    isQuantityUnclear: false,
    quantityText: null,
  }
}

const found = (
  productId: string,
  quantity: number,
  change: Partial<MatchedRow> = {},
): MatchedRow => ({
  ...row('found', productId, quantity),
  ...change,
})

function createPad(rows: MatchedRow[], cell?: string): PadStore {
  const pad = createPadStore(EMPTY_PAD)
  addRows(pad, rows, '', cell)
  return pad
}

function addRows(pad: PadStore, rows: MatchedRow[], rest = '', cell = 'code') {
  const layout = {
    codeColumns: [0],
    quantityColumn: 1,
    nameColumn: null,
    headings: null,
    isQuantityUnclear: false,
  }
  const matched: MatchedRows = { rows, parts: [chain, hub], layout }
  return pad.addRows(
    rows.map(() => [cell]),
    matched,
    { before: pad.getText(), rest },
  )
}

const quantities = (pad: PadStore) => pad.getViews().map(({ row }) => row.quantity)
