import { describeLine } from '@freehub/contract/cart/cart'
import { expect, test } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { createCartPart } from '../../../testing/cart-part.ts'
import { findRefusedLines } from './find-refused-lines.ts'

const part = createCartPart()

test('finds cart lines with a problem, and names no quantity that the problem states', () => {
  const line = describeLine(part, 120)
  const detail = 'The maximum is 100 pieces.'
  expect(findRefusedLines([line], null)).toEqual([{ line, detail, alternative: '' }])
  expect(findRefusedLines([describeLine(part, 20, 240)], null)).toEqual([])
})

test('finds lines that the server refused, with the quantity that can be ordered', () => {
  const line = describeLine(part, 20)
  const error = new CallError({
    type: 'about:blank',
    title: 'Too much.',
    status: 409,
    code: 'stock_share_too_high',
    lines: [
      { productId: 'chain', code: 'stock_share_too_high', detail: 'Half of it.', available: 15 },
    ],
  })
  expect(findRefusedLines([line], error)).toEqual([
    { line, detail: 'Half of it.', alternative: 'Possible: 15.' },
  ])
})

test('states no alternative quantity for a line that breaks the order multiple', () => {
  const line = describeLine(part, 20)
  const detail = 'This part is sold in multiples of 8 pieces. You can order 16 or 24.'
  const error = new CallError({
    type: 'about:blank',
    title: 'Refused.',
    status: 409,
    code: 'lines_refused',
    lines: [{ productId: 'chain', code: 'quantity_not_multiple', detail, available: 100 }],
  })
  expect(findRefusedLines([line], error)).toEqual([{ line, detail, alternative: '' }])
})

test('does not treat a changed price as a refused line', () => {
  const error = new CallError({
    type: 'about:blank',
    title: 'Changed.',
    status: 409,
    code: 'prices_changed',
    lines: [{ productId: 'chain', code: 'prices_changed', detail: 'It changed.' }],
  })
  expect(findRefusedLines([describeLine(part, 20)], error)).toEqual([])
})
