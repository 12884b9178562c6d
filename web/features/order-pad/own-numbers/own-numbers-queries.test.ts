import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { expect, test, vi } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { findUsedNumber, saveOwnNumber } from './own-numbers-queries.ts'

const oldNumber = createOwnNumber('OLD-7')
const fields = { code: 'NEW-7', partNumber: 'FH-1' }

test('a changed number is saved although an earlier try has deleted the old number', async () => {
  stubServer({ deletion: refuse('own_number_missing', 404) })
  const { code } = await saveOwnNumber(fields, oldNumber, undefined)
  expect(code).toBe('NEW-7')
})

test('a changed number is not saved if the server does not delete the old number', async () => {
  stubServer({ deletion: refuse('too_many_requests', 429) })
  await expect(saveOwnNumber(fields, oldNumber, undefined)).rejects.toThrow('too_many_requests')
})

test('a used number is found although a GTIN with leading zeros begins with the same digits', async () => {
  const numbers = [createOwnNumber('4006381333931'), createOwnNumber('40063813')]
  expect(numbers.map(({ _id }) => _id)).toEqual(['04006381333931', '40063813'])
  vi.stubGlobal('fetch', async (url: string) => {
    const after = new URL(url, 'http://shop.example').searchParams.get('after') ?? ''
    return Response.json(numbers.filter(({ _id }) => _id > after).slice(0, 1))
  })
  const error = new CallError(describeProblem('own_number_used', 409))
  expect(await findUsedNumber(error, '40063813')).toEqual(numbers[1])
})

function stubServer({ deletion }: { deletion: Response }) {
  const matched = {
    rows: [{ state: 'found', matches: [{ productId: 'chain' }] }],
    parts: [{ productId: 'chain' }],
  }
  vi.stubGlobal('fetch', async (_url: string, { method }: { method: string }) => {
    if (method === 'DELETE') return deletion
    return Response.json(method === 'PUT' ? createOwnNumber('NEW-7') : matched)
  })
}

type Code = CallError['problem']['code']

const refuse = (code: Code, status: number) =>
  Response.json(describeProblem(code, status), { status })

const describeProblem = (code: Code, status: number) => ({
  type: 'about:blank',
  title: code,
  status,
  code,
})

function createOwnNumber(code: string): OwnNumber {
  return { _id: toCodeKey(code), code, productId: 'chain', name: 'Chain' } as OwnNumber
}
