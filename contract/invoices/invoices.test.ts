import { expect, test } from 'vitest'
import { invoiceNumber, readInvoiceNumber } from './invoices.ts'

test('numbers have six digits, and more when these are used up', () => {
  expect(invoiceNumber(1)).toBe('FH-000001')
  expect(invoiceNumber(1_234_567)).toBe('FH-1234567')
})

test('a number is found as it is printed, and as one types it', () => {
  for (const typed of ['FH-000123', 'fh-123', 'FH 000123', ' fh000123 ']) {
    expect(readInvoiceNumber(typed)).toBe(123)
  }
  for (const typed of ['123', 'FH-', 'FH-0', 'FH-12x', 'FH-9999999999999999']) {
    expect(readInvoiceNumber(typed)).toBeUndefined()
  }
})
