import { type Cart, type CartLine, type CartPart, describeLine } from '@freehub/contract/cart/cart'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { createCartPart } from '../../testing/cart-part.ts'
import { createCartEditor, type SetChange } from './cart-editor.ts'
import { sumSavingCents } from './savings/savings.ts'

const chain = createPart('chain', 50)
const hub = createPart('hub', 10)
const saddle = createPart('saddle', 1)
// 300 tyres cost 1,000 cents less than 280, and 100 tubes 500 cents less than 95.
const tyre = createPart('tyre', 50, [{ fromQuantity: 300, unitPriceCents: 90 }])
const tube = createPart('tube', 1, [{ fromQuantity: 100, unitPriceCents: 90 }])
const parts = new Map([chain, hub, saddle, tyre, tube].map((part) => [part.productId, part]))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('shows a change immediately and saves changes together after a delay', async () => {
  const { editor, save } = setUp({ chain: 50, hub: 10 })
  editor.setQuantity('chain', 6)
  editor.setQuantity('chain', 60)
  editor.setQuantity('hub', 20)
  expect(editor.getRow('chain')?.line.quantity).toBe(60)
  expect(editor.getTotals()).toMatchObject({ lineCount: 2, quantity: 80, totalCents: 8000 })
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(save.mock.calls.map(([changes]) => changes)).toEqual([
    [
      { productId: 'chain', set: 60, seen: 50, seenPriceCents: 100 },
      { productId: 'hub', set: 20, seen: 10, seenPriceCents: 100 },
    ],
  ])
  expect(editor.hasChanges()).toBe(false)
})

test('a changed quantity keeps the identity of other rows and of the arrays of ids', () => {
  const { editor } = setUp({ chain: 50, hub: 10 })
  const hubRow = editor.getRow('hub')
  const ids = editor.getIds()
  const onSaleIds = editor.getOnSaleIds()
  editor.setQuantity('chain', 60)
  expect(editor.getRow('hub')).toBe(hubRow)
  expect(editor.getIds()).toBe(ids)
  expect(editor.getOnSaleIds()).toBe(onSaleIds)
  editor.setQuantity('chain', 0)
  expect(editor.getOnSaleIds()).toEqual(['hub'])
})

test('repeats a request that got no response with the same key, before later changes', async () => {
  const { editor, save } = setUp({ chain: 50 })
  save.mockRejectedValueOnce(createLostResponse()).mockRejectedValueOnce(createLostResponse())
  editor.setQuantity('chain', 60)
  expect(await editor.flush()).toBe(false)
  expect(editor.getError()).toBeInstanceOf(CallError)
  editor.setQuantity('chain', 70)
  expect(await editor.flush()).toBe(true)
  expect(editor.getError()).toBeUndefined()
  const [first, second, third, fourth] = save.mock.calls
  expect(second?.slice(0, 2)).toEqual(first?.slice(0, 2))
  expect(third?.slice(0, 2)).toEqual(first?.slice(0, 2))
  expect(fourth?.[0]).toEqual([{ productId: 'chain', set: 70, seen: 60, seenPriceCents: 100 }])
  expect(fourth?.[1]).not.toBe(first?.[1])
})

test('saves a change that is made while another change is in flight', async () => {
  const { editor, save } = setUp({ chain: 50 })
  editor.setQuantity('chain', 60)
  const flushed = editor.flush()
  editor.setQuantity('chain', 70)
  expect(await flushed).toBe(true)
  expect(save.mock.calls.map(([changes]) => changes)).toEqual([
    [{ productId: 'chain', set: 60, seen: 50, seenPriceCents: 100 }],
    [{ productId: 'chain', set: 70, seen: 60, seenPriceCents: 100 }],
  ])
})

test('shows the quantity of the server if a line has changed elsewhere, and saves the other changes', async () => {
  const { editor, save, onOutdated } = setUp({ chain: 50, hub: 10 })
  const detail = 'The quantity is 80 now: it has changed in another window.'
  const changed = describeLine({ ...chain, unitPriceCents: 110 }, 80, 100)
  save.mockRejectedValueOnce(createRefusal('line_changed', 'chain', detail, changed))
  editor.setQuantity('chain', 60)
  editor.setQuantity('hub', 20)
  expect(await editor.flush()).toBe(true)
  expect(editor.getRow('chain')).toMatchObject({ line: changed, note: detail })
  expect(save.mock.lastCall?.[0]).toEqual([
    { productId: 'hub', set: 20, seen: 10, seenPriceCents: 100 },
  ])
  expect(onOutdated).toHaveBeenCalledOnce()
  editor.setQuantity('chain', 90)
  expect(editor.getRow('chain')?.note).toBeUndefined()
  await editor.flush()
  expect(save.mock.lastCall?.[0]).toEqual([
    { productId: 'chain', set: 90, seen: 80, seenPriceCents: 100 },
  ])
})

test('reports an outdated cart if the server has a line that the editor does not know', async () => {
  const { editor, save, onOutdated } = setUp({ chain: 50 })
  save.mockResolvedValueOnce({ version: 2, lineCount: 1, lines: [] })
  editor.setQuantity('chain', 0)
  await editor.flush()
  expect(onOutdated).toHaveBeenCalledOnce()
})

test('discards only the added line if the cart is full', async () => {
  const { editor, save } = setUp({ chain: 50, hub: 10 })
  editor.setQuantity('chain', 0)
  await editor.flush()
  save.mockRejectedValueOnce(createRefusal('cart_full', 'chain', 'The cart is full.'))
  editor.undoRemoval('chain')
  editor.setQuantity('hub', 70)
  expect(await editor.flush()).toBe(true)
  expect(save.mock.lastCall?.[0]).toMatchObject([{ productId: 'hub', set: 70, seen: 10 }])
  expect(editor.getRow('chain')).toMatchObject({ isRemoved: true, note: 'The cart is full.' })
  expect(editor.getError()).toBeUndefined()
})

test('does not report all lines as saved if a line was refused and corrected meanwhile', async () => {
  const { editor, save } = setUp({ chain: 50, hub: 10 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const handle = save.getMockImplementation() as typeof save
  save.mockRejectedValueOnce(createRefusal('line_changed', 'chain', 'It has changed.'))
  save.mockImplementationOnce((...args) => released.then(() => handle(...args)))
  editor.setQuantity('chain', 60)
  editor.setQuantity('hub', 20)
  const isSaved = editor.saveAllLines()
  await vi.waitFor(() => expect(editor.getRow('chain')?.note).toBe('It has changed.'))
  editor.setQuantity('chain', 70)
  release()
  expect(await isSaved).toBe(false)
  expect(editor.hasChanges()).toBe(false)
})

test('restores the saved quantities if the server refuses a request', async () => {
  const { editor, save } = setUp({ chain: 50 })
  save.mockRejectedValueOnce(createProblem('input_invalid', 400))
  editor.setQuantity('chain', 60)
  expect(await editor.flush()).toBe(false)
  expect(editor.getRow('chain')?.line.quantity).toBe(50)
  expect(editor.getError()).toBeInstanceOf(CallError)
  expect(editor.hasChanges()).toBe(false)
})

test('keeps changes that the server refuses temporarily', async () => {
  const { editor, save } = setUp({ chain: 50 })
  save.mockRejectedValueOnce(createProblem('too_many_requests', 429))
  editor.setQuantity('chain', 60)
  expect(await editor.flush()).toBe(false)
  expect(editor.getRow('chain')?.line.quantity).toBe(60)
  expect(await editor.flush()).toBe(true)
})

test('keeps the row of a removed line, and restores its quantity if the removal is undone', async () => {
  const { editor, save, onSaved } = setUp({ chain: 50, hub: 10 })
  editor.setQuantity('chain', 60)
  editor.setQuantity('chain', 0)
  expect(editor.getTotals().lineCount).toBe(1)
  await editor.flush()
  expect(onSaved.mock.lastCall?.[0].lines).toHaveLength(1)
  editor.load(createCart({ hub: 10 }, 9))
  expect(editor.getRow('chain')?.isRemoved).toBe(true)
  editor.undoRemoval('chain')
  expect(editor.getRow('chain')).toMatchObject({ isRemoved: false, line: { quantity: 60 } })
  await editor.flush()
  expect(save.mock.lastCall?.[0]).toEqual([
    { productId: 'chain', set: 60, seen: 0, seenPriceCents: 100 },
  ])
})

test('clears the cart in one request, and Undo restores its lines, quantities and seen prices', async () => {
  const { editor, save } = setUp({ chain: 50, hub: 10, saddle: 3 })
  editor.load({
    version: 5,
    totalCents: 0,
    lines: [describeLine(chain, 50, 90), describeLine(hub, 10), describeLine(saddle, 3)],
  })
  editor.setQuantity('saddle', 0)
  editor.setQuantity('hub', 20)
  const before = ['chain', 'hub'].map((id) => editor.getRow(id))
  editor.clear()
  expect(editor.isEmpty()).toBe(true)
  expect(editor.getClearedIds()).toEqual(['chain', 'hub'])
  await editor.flush()
  expect(save).toHaveBeenCalledOnce()
  editor.load(createCart({}, 9))
  editor.undoClear()
  expect(['chain', 'hub'].map((id) => editor.getRow(id))).toEqual(before)
  expect(editor.getRow('saddle')?.isRemoved).toBe(true)
  expect(editor.getClearedIds()).toEqual([])
  await editor.flush()
  expect(save.mock.calls.slice(1).map(([changes]) => changes)).toEqual([
    [
      { productId: 'chain', set: 50, seen: 0, seenPriceCents: 90 },
      { productId: 'hub', set: 20, seen: 0, seenPriceCents: 100 },
    ],
  ])
})

test('Undo restores a cleared cart while the request that clears it is in flight', async () => {
  const { editor, save } = setUp({ chain: 50, hub: 10 })
  editor.clear()
  editor.undoClear()
  expect(await editor.flush()).toBe(true)
  expect(editor.getTotals()).toMatchObject({ lineCount: 2, quantity: 60 })
  expect(save.mock.lastCall?.[0]).toMatchObject([
    { productId: 'chain', set: 50, seen: 0 },
    { productId: 'hub', set: 10, seen: 0 },
  ])
})

test('saves an accepted price even if the quantity is the same', async () => {
  const { editor, save } = setUp({})
  const line = describeLine(chain, 50, 90)
  editor.load({ version: 5, totalCents: 5000, lines: [line] })
  expect(editor.getProblemLines()).toEqual([line])
  editor.acceptPrice('chain')
  expect(editor.getProblemLines()).toEqual([])
  await editor.flush()
  expect(save.mock.lastCall?.[0]).toEqual([
    { productId: 'chain', set: 50, seen: 50, seenPriceCents: 100 },
  ])
})

test('keeps an invalid input when the server changes the quantity, until a valid input', () => {
  const { editor } = setUp({ chain: 50, hub: 10 })
  const hubRow = editor.getRow('hub')
  editor.setInvalidInput('chain', '1.5')
  expect(editor.getRow('chain')).toMatchObject({ line: { quantity: 50 }, invalidInput: '1.5' })
  editor.load(createCart({ chain: 60, hub: 10 }, 7))
  expect(editor.getRow('chain')).toMatchObject({ line: { quantity: 60 }, invalidInput: '1.5' })
  expect(editor.getRow('hub')).toBe(hubRow)
  editor.setQuantity('chain', 60)
  expect(editor.getRow('chain')?.invalidInput).toBeUndefined()
})

test('saves a price that is accepted while another change is in flight', async () => {
  const { editor, save } = setUp({})
  editor.load({ version: 5, totalCents: 5000, lines: [describeLine(chain, 50, 90)] })
  editor.setQuantity('chain', 60)
  const flushed = editor.flush()
  editor.acceptPrice('chain')
  expect(await flushed).toBe(true)
  expect(save.mock.calls.map(([changes]) => changes)).toEqual([
    [{ productId: 'chain', set: 60, seen: 50, seenPriceCents: 90 }],
    [{ productId: 'chain', set: 60, seen: 60, seenPriceCents: 100 }],
  ])
  expect(editor.getProblemLines()).toEqual([])
})

test('does not accept a price that changes while the customer accepts another', async () => {
  const { editor, save } = setUp({})
  editor.load({ version: 5, totalCents: 5000, lines: [describeLine(chain, 50, 90)] })
  editor.acceptPrice('chain')
  const dearer = describeLine({ ...chain, unitPriceCents: 110 }, 50, 90)
  editor.load({ version: 5, totalCents: 5500, lines: [dearer] })
  const detail = 'The price has changed from $1.00 to $1.10.'
  expect(editor.getRow('chain')?.line.problems).toMatchObject([{ code: 'price_changed', detail }])
  await editor.flush()
  expect(save.mock.lastCall?.[0]).toMatchObject([{ productId: 'chain', seenPriceCents: 100 }])
})

test('follows additions and removals of lines elsewhere, and keeps unsaved changes', () => {
  const { editor } = setUp({ chain: 50, hub: 10 })
  editor.setQuantity('chain', 60)
  editor.load(createCart({ chain: 55, saddle: 3 }, 7))
  expect(editor.getIds()).toEqual(['chain', 'saddle'])
  expect(editor.getRow('chain')?.line.quantity).toBe(60)
  expect(editor.getRow('hub')).toBeUndefined()
})

test('ignores a cart that was read before the last change', async () => {
  const { editor } = setUp({ chain: 50 })
  editor.setQuantity('chain', 60)
  await editor.flush()
  editor.load(createCart({ chain: 50 }, 1))
  expect(editor.getRow('chain')?.line.quantity).toBe(60)
})

test('counts lines that cannot be ordered, and leaves them out of the total', () => {
  const { editor } = setUp({ chain: 20, hub: 10 })
  expect(editor.getTotals()).toEqual({
    lineCount: 2,
    quantity: 10,
    totalCents: 1000,
    refusedCount: 1,
  })
  expect(editor.getProblemLines().map(({ productId }) => productId)).toEqual(['chain'])
})

describe('savings', () => {
  test('are all applied in one request, and lower the total by their sum', async () => {
    const { editor, save } = setUp({ tyre: 280, tube: 95, chain: 50 })
    const { totalCents } = editor.getTotals()
    const { possible } = editor.getSavings()
    expect(possible).toEqual([
      { productId: 'tyre', before: 280, after: 300, savingCents: 1000 },
      { productId: 'tube', before: 95, after: 100, savingCents: 500 },
    ])
    editor.applySavings()
    expect(editor.getSavings()).toEqual({ possible: [], applied: possible })
    expect(editor.getTotals().totalCents).toBe(totalCents - sumSavingCents(possible))
    await editor.flush()
    expect(save.mock.calls.map(([changes]) => changes)).toEqual([
      [
        { productId: 'tyre', set: 300, seen: 280, seenPriceCents: 90 },
        { productId: 'tube', set: 100, seen: 95, seenPriceCents: 90 },
      ],
    ])
    expect(editor.getSavings().applied).toEqual(possible)
  })

  test('can be undone in one request, except for lines that the customer has changed since', async () => {
    const { editor, save } = setUp({ tyre: 280, tube: 95 })
    const { possible } = editor.getSavings()
    editor.applySavings()
    editor.setQuantity('tube', 110)
    expect(editor.getSavings().applied).toEqual(possible.slice(0, 1))
    editor.undoSavings()
    await editor.flush()
    expect(save.mock.lastCall?.[0]).toEqual([
      { productId: 'tyre', set: 280, seen: 300, seenPriceCents: 100 },
      { productId: 'tube', set: 110, seen: 100, seenPriceCents: 90 },
    ])
    expect(editor.getSavings()).toEqual({ possible: possible.slice(0, 1), applied: [] })
  })

  test('leave out a line that has changed in another tab', async () => {
    const { editor, save } = setUp({ tyre: 280, tube: 95 })
    save.mockRejectedValueOnce(
      createRefusal('line_changed', 'tyre', 'It has changed.', describeLine(tyre, 290)),
    )
    editor.applySavings()
    await editor.flush()
    expect(save.mock.lastCall?.[0]).toEqual([
      { productId: 'tube', set: 100, seen: 95, seenPriceCents: 90 },
    ])
    expect(editor.getRow('tyre')).toMatchObject({
      line: { quantity: 290 },
      note: 'It has changed.',
    })
    expect(editor.getSavings()).toMatchObject({
      possible: [{ productId: 'tyre', before: 290 }],
      applied: [{ productId: 'tube' }],
    })
  })

  test('are computed with the prices that the server returns', async () => {
    const { editor, save } = setUp({ tyre: 280 })
    const priceTiers = [{ fromQuantity: 300, unitPriceCents: 92 }]
    const lines = [describeLine({ ...tyre, priceTiers }, 300)]
    save.mockResolvedValueOnce({ version: 2, lineCount: 1, lines })
    editor.applySavings()
    await editor.flush()
    expect(editor.getSavings().applied).toMatchObject([{ productId: 'tyre', savingCents: 400 }])
  })

  test('leave out a line if the stock has fallen below the larger quantity', async () => {
    const { editor, save } = setUp({ tyre: 280, tube: 95 })
    const lines = [describeLine({ ...tyre, available: 290 }, 300), describeLine(tube, 100)]
    save.mockResolvedValueOnce({ version: 2, lineCount: 2, lines })
    editor.applySavings()
    await editor.flush()
    expect(editor.getSavings().applied.map(({ productId }) => productId)).toEqual(['tube'])
    expect(editor.getProblemLines().map(({ productId }) => productId)).toEqual(['tyre'])
  })

  test('are not offered for a line whose price has changed', () => {
    const { editor } = setUp({})
    editor.load({ version: 5, totalCents: 0, lines: [describeLine(tyre, 280, 90)] })
    expect(editor.getSavings().possible).toEqual([])
    editor.acceptPrice('tyre')
    expect(editor.getSavings().possible).toHaveLength(1)
  })
})

function setUp(quantities: Record<string, number>) {
  let version = 1
  const saved = new Map(Object.entries(quantities))
  const save = vi.fn(async (changes: SetChange[], _key: string, _shown: unknown) => {
    for (const { productId, set } of changes) {
      if (set > 0) saved.set(productId, set)
      else saved.delete(productId)
    }
    const lines = changes.flatMap(({ productId, set, seenPriceCents }) =>
      set > 0 ? [describeLine(parts.get(productId) as CartPart, set, seenPriceCents)] : [],
    )
    return { version: ++version, lineCount: saved.size, lines }
  })
  const onSaved = vi.fn((_cart: Cart) => {})
  const onOutdated = vi.fn(() => {})
  const options = { save, onSaved, onOutdated }
  return { editor: createCartEditor(createCart(quantities, version), options), ...options }
}

function createCart(quantities: Record<string, number>, version: number): Cart {
  const lines = Object.entries(quantities).map(([id, quantity]) =>
    describeLine(parts.get(id) as CartPart, quantity),
  )
  return { version, totalCents: 0, lines }
}

function createPart(
  productId: string,
  minimumOrder: number,
  priceTiers: CartPart['priceTiers'] = [],
) {
  return createCartPart({
    productId,
    name: productId,
    available: 1000,
    unitPriceCents: 100,
    minimumOrder,
    priceTiers,
  })
}

const createLostResponse = () => createProblem('network_failed', 0)

function createProblem(code: CallError['problem']['code'], status: number): CallError {
  return new CallError({ type: 'about:blank', title: code, status, code })
}

function createRefusal(
  code: 'line_changed' | 'cart_full',
  productId: string,
  detail: string,
  line?: CartLine,
) {
  const { problem } = createProblem(code, 409)
  return new CallError({
    ...problem,
    lines: [{ productId, code, detail, ...(line && { line }) }],
  })
}
