import type { MatchedRow } from '@freehub/contract/order-pad/order-pad'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createCartPart } from '../../testing/cart-part.ts'
import { formatCounts } from './format-row.ts'
import { createPadStore, EMPTY_PAD, type PadStore } from './pad-store.ts'
import { RowActions } from './row-actions.tsx'
import { RowPrice, RowText } from './row-cells.tsx'
import type { PadRowView } from './row-data.ts'
import { RowQuantity } from './row-quantity.tsx'

const chain = createCartPart({
  sku: 'FH-10110-7',
  unitPriceCents: 268,
  available: 8100,
  minimumOrder: 50,
  orderMultiple: 10,
  priceTiers: [{ fromQuantity: 300, unitPriceCents: 247 }],
})

const foundMatch = { productId: 'chain', matchedBy: 'sku', brand: null, replaces: null } as const

const foundRow: MatchedRow = {
  state: 'found',
  code: 'fh 10110 7',
  name: null,
  skipReason: null,
  quantity: 280,
  isQuantityAssumed: false,
  isQuantityUnclear: false,
  quantityText: null,
  matches: [foundMatch],
}

test('a found row shows availability, minimum, multiple, price step and cheaper quantities', () => {
  const text = renderRow({})
  expect(text).toContain('fh 10110 7 By part number')
  expect(text).toContain('8,100 available, minimum 50, multiples of 10')
  expect(text).toContain('$2.68 each $750.40')
  expect(text).toContain('300 cost $9.40 less than 280. Take 300')
  expect(renderRow({ quantity: 300 })).toContain('$2.47 each from 300 $741.00')
})

test('“Take” states the quantity of its row if other rows have the same part', () => {
  const pad = createPad([{ quantity: 100 }, { quantity: 50 }])
  const html = renderView(pad, 1)
  expect(html).toContain('aria-label="Take 250: row"')
  expect(html).not.toContain('Take 300')
})

test('a row that the total does not include states this instead of its total', () => {
  expect(renderRow({})).not.toContain('Not included')
  const text = renderRow({ state: 'guess' })
  expect(text).toContain('Not included')
  expect(text).not.toContain('$750.40')
})

test.each<[Partial<MatchedRow>, string]>([
  [{ isQuantityAssumed: true }, 'No quantity was found in this row.'],
  [
    { isQuantityAssumed: true, isQuantityUnclear: true },
    'The list does not clearly state this quantity. We entered',
  ],
  [
    { isQuantityAssumed: true, isQuantityUnclear: true, quantityText: 'TBD' },
    'The quantity in “TBD” could not be read. We entered',
  ],
  [{ isQuantityUnclear: true }, 'Is the quantity 280 right? Confirm'],
  [{ state: 'guess' }, 'This number has a typo. Did you mean FH-10110-7? Use FH-10110-7'],
  [
    { state: 'guess', matches: [{ ...foundMatch, matchedBy: 'search' }] },
    'One part matches this text. Did you mean FH-10110-7?',
  ],
  [{ state: 'choose' }, 'Not the ordered part The order was for another part. Choose this part'],
  [
    { state: 'choose', matches: [...foundRow.matches, ...foundRow.matches] },
    'Several parts match this row. Choose one.',
  ],
  [
    { state: 'shortened', matches: [] },
    'Your spreadsheet does not show all digits of this number.',
  ],
  [{ state: 'unknown', matches: [] }, 'Find Alternatives'],
  [{ state: 'unknown' }, 'No longer sold This part is no longer sold and has no successor.'],
  [{ state: 'skipped', skipReason: 'total', matches: [] }, 'Skipped: a total'],
  [{ state: 'skipped', skipReason: 'noQuantity', matches: [] }, 'Skipped: no quantity'],
])('a row with %j explains its state', (row, text) => {
  expect(renderRow(row)).toContain(text)
})

test('links the field of an invalid quantity to the description of the problem', () => {
  const html = renderHtml({ quantity: 1 })
  expect(html).toMatch(/<input[^>]* aria-invalid="true"[^>]* aria-describedby="pad-problem-1"/)
  expect(html).toMatch(/id="pad-problem-1"[^>]*>The minimum is 50 pieces\./)
  expect(renderHtml({ quantity: 50 })).not.toContain('aria-describedby')
})

test('the field of an invalid quantity states which quantities are valid', () => {
  expect(renderRow({ quantity: 0 })).toContain('Enter a quantity of at least 1.')
  expect(renderRow({ quantity: 2e9 })).toContain('Enter at most 1,000,000,000 pieces.')
})

test('a row of a part that is out of stock does not ask for another quantity', () => {
  const soldOut = { ...chain, available: 15 }
  for (const quantity of [10, 280]) {
    const html = renderHtml({ quantity }, undefined, soldOut)
    expect(html).toContain('>Only 15 pieces are left, and the minimum order is 50.')
    expect(html).not.toContain('Quantity to correct')
    expect(html).toContain('aria-invalid="false"')
    expect(html).toContain('Find Alternatives')
  }
})

test('each row of a part that is out of stock states the problem and offers alternatives', () => {
  const pad = createPad([{ quantity: 100 }, { quantity: 50 }], undefined, {
    ...chain,
    available: 15,
  })
  for (const id of [1, 2]) {
    const html = renderView(pad, id)
    expect(html).toContain(`aria-describedby="pad-problem-${id}"`)
    expect(html).toContain(`id="pad-problem-${id}"`)
    expect(html).toContain('Find Alternatives')
    expect(html).toContain('Other rows of this part')
  }
})

test('a row with a formula states that the formula was not read', () => {
  const skipped: Partial<MatchedRow> = { state: 'skipped', skipReason: 'empty', code: null }
  expect(renderRow(skipped, ['=A1*B1'])).toContain('Skipped: a formula without its value')
  expect(renderRow({ ...skipped, skipReason: 'noQuantity' }, ['FH-10110-7', '=A1*B1'])).toContain(
    'Skipped: a formula without its value',
  )
  expect(renderRow({ isQuantityAssumed: true }, ['fh 10110 7', '=A1*B1'])).toContain(
    'The list does not clearly state this quantity.',
  )
})

test.each<[Partial<MatchedRow['matches'][number]>, string]>([
  [{ matchedBy: 'own' }, 'By your number'],
  [{ matchedBy: 'gtin' }, 'By GTIN'],
  [{ matchedBy: 'superseded', replaces: 'FH-10109-9' }, 'Replaces FH-10109-9'],
  [{ matchedBy: 'competitor', brand: 'Tarnholt' }, 'By Tarnholt’s number'],
])('a row with the match %j names the kind of code', (match, text) => {
  const [first] = foundRow.matches
  expect(renderRow({ matches: [{ ...first, ...match } as typeof first & object] })).toContain(text)
})

test('formats the counts of groups, without empty groups', () => {
  const counts = {
    found: 1488,
    invalidQuantity: 0,
    soldOut: 1,
    choose: 9,
    confirm: 0,
    unknown: 3,
    skipped: 0,
  }
  expect(formatCounts(counts)).toBe('1,488 found, 1 out of stock, 9 to choose, 3 unknown')
})

/** Returns the text of a row that the customer reads. */
const renderRow = (change: Partial<MatchedRow>, cells?: string[]) =>
  renderHtml(change, cells)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** Renders the text, quantity, price and actions of a row. */
function renderHtml(
  change: Partial<MatchedRow>,
  cells = ['fh 10110 7', '280'],
  part = chain,
): string {
  return renderView(createPad([change], cells, part), 1)
}

function createPad(
  changes: Partial<MatchedRow>[],
  cells = ['fh 10110 7', '280'],
  part = chain,
): PadStore {
  const pad = createPadStore(EMPTY_PAD)
  const layout = {
    codeColumns: [0],
    quantityColumn: 1,
    nameColumn: null,
    headings: null,
    isQuantityUnclear: false,
  }
  const rows = changes.map((change) => ({ ...foundRow, ...change }))
  const matched = { rows, parts: [part], layout }
  pad.addRows(
    changes.map(() => cells),
    matched,
    { before: '', rest: '' },
  )
  return pad
}

function renderView(pad: PadStore, id: number): string {
  const view = pad.getView(id) as PadRowView
  const ignore = () => {}
  return renderToStaticMarkup(
    <MemoryRouter>
      <RowText view={view} />
      <RowQuantity view={view} name="row" pad={pad} />
      <RowPrice view={view} />
      <RowActions
        {...{ view, pad, name: 'row', isBusy: false, isEditing: false, announce: ignore }}
        {...{ onSelect: ignore, onQuantity: ignore, onLoadAlternatives: ignore, onEdit: ignore }}
      />
    </MemoryRouter>,
  )
}
