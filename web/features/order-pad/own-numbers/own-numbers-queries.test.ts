import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { expect, test, vi } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { findUsedNumber, saveOwnNumber } from './own-numbers-queries.ts'

test('a changed number replaces the old number in one call', async () => {
  const sent: unknown[] = []
  const matched = {
    rows: [{ state: 'found', matches: [{ productId: 'chain' }] }],
    parts: [{ productId: 'chain' }],
  }
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json(matched)
    sent.push(JSON.parse(String(body)))
    return Response.json(createOwnNumber('NEW-7'))
  })
  await saveOwnNumber({ code: 'NEW-7', partNumber: 'FH-1' }, createOwnNumber('OLD-7'), undefined)
  expect(sent).toEqual([{ code: 'NEW-7', productId: 'chain', replacedCode: 'OLD-7' }])
})

test('an own number can be changed if its part has no SKU', async () => {
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) =>
    Response.json(method === 'PUT' ? JSON.parse(String(body)) : { rows: [], parts: [] }),
  )
  const oldNumber = { ...createOwnNumber('OLD-7'), sku: null, isOnSale: true }
  const stored = await saveOwnNumber({ code: 'NEW-7', partNumber: ' ' }, oldNumber, undefined)
  expect(stored.productId).toBe('chain')
})

test('finds the used number, not a padded GTIN with the same first digits', async () => {
  const numbers = [createOwnNumber('4006381333931'), createOwnNumber('40063813')]
  expect(numbers.map(({ _id }) => _id)).toEqual(['04006381333931', '40063813'])
  vi.stubGlobal('fetch', async (url: string) => {
    const after = new URL(url, 'http://shop.example').searchParams.get('after') ?? ''
    return Response.json(numbers.filter(({ _id }) => _id > after).slice(0, 1))
  })
  const error = new CallError(describeProblem('own_number_used', 409))
  expect(await findUsedNumber(error, '40063813')).toEqual(numbers[1])
})

type Code = CallError['problem']['code']

const describeProblem = (code: Code, status: number) => ({
  type: 'about:blank',
  title: code,
  status,
  code,
})

function createOwnNumber(code: string): OwnNumber {
  return { _id: toCodeKey(code), code, productId: 'chain', name: 'Chain' } as OwnNumber
}
