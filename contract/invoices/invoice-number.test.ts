import { expect, test } from 'vitest'
import { formatInvoiceNumber, parseInvoiceNumber } from './invoice-number.ts'

test('formats invoice numbers with at least six digits', () => {
  expect(formatInvoiceNumber(1)).toBe('FH-000001')
  expect(formatInvoiceNumber(1_234_567)).toBe('FH-1234567')
})

test('parses an invoice number as printed and in common variants, and no other text', () => {
  for (const typed of ['FH-000123', 'fh-123', 'FH 000123', ' fh000123 ']) {
    expect(parseInvoiceNumber(typed)).toBe(123)
  }
  for (const typed of ['123', 'FH-', 'FH-0', 'FH-12x', 'FH-9999999999999999']) {
    expect(parseInvoiceNumber(typed)).toBeUndefined()
  }
})
