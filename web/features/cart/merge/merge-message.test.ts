import { describeLine } from '@freehub/contract/cart/cart'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCartPart } from '../../../testing/cart-part.ts'
import { createCartEditor, type SetChange } from '../cart-editor.ts'
import { undoMerge } from './merge-message.tsx'

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('dispatchEvent', () => true)
})

test('Undo restores the quantities before a merge, except for lines that have changed since', async () => {
  const lines = ['raised', 'added', 'changed', 'removed'].map((id) => createLine(id, 30))
  const save = vi.fn(async (changes: SetChange[]) => ({
    version: 2,
    lineCount: 3,
    lines: changes.flatMap(({ productId, set }) => (set > 0 ? [createLine(productId, set)] : [])),
  }))
  const options = { save, onSaved() {}, onOutdated() {} }
  const editor = createCartEditor({ version: 1, totalCents: 0, lines }, options)
  editor.setQuantity('changed', 40)
  editor.setQuantity('removed', 0)
  await editor.flush()
  const merged = lines.map(({ productId, name }) => {
    const before = productId === 'added' ? 0 : 20
    return { productId, name, before, after: 30 }
  })
  undoMerge(editor, { merged, leftOut: [] })
  await editor.flush()
  expect(save.mock.lastCall?.[0]).toMatchObject([
    { productId: 'raised', set: 20, seen: 30 },
    { productId: 'added', set: 0, seen: 30 },
  ])
})

const createLine = (productId: string, quantity: number) =>
  describeLine(createCartPart({ productId, name: productId }), quantity)
