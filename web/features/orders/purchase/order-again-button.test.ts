import { expect, it } from 'vitest'
import { formatReorderToast } from './order-again-button.tsx'

it('mentions a changed price', () => {
  expect(formatReorderToast(75, 75)).toBe('Product Booking Successful')
  expect(formatReorderToast(75, 82.5)).toBe(
    'Product Booking Successful. The price has changed: $82.50 instead of $75.00.',
  )
})
