import { expect, it } from 'vitest'
import { reorderedInWords } from './reorder.ts'

it('says of an order that is placed again that its price has changed, if it has', () => {
  expect(reorderedInWords(75, 75)).toBe('Product Booking Successful')
  expect(reorderedInWords(75, 82.5)).toBe(
    'Product Booking Successful. The price has changed: $82.50 instead of $75.00.',
  )
})
