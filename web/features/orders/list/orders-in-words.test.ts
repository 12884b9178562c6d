import type { Order } from '@freehub/contract/orders/orders'
import { expect, it } from 'vitest'
import { readSoFar } from '../../../api/list-pages.ts'
import { countToPayInWords, totalInShort, totalInWords } from './orders-in-words.ts'

const paid = { paid: true } as Order
const unpaid = { paid: false } as Order

it('counts the orders and those to pay', () => {
  const read = readSoFar([{ rows: [unpaid, paid, paid], next: undefined, total: undefined }])
  expect(countToPayInWords(read)).toBe('3 orders, 1 to pay')
})

it('counts all orders as far as the shop does', () => {
  expect(totalInWords(1)).toBe('1 order')
  expect(totalInWords(9_999)).toBe('9,999 orders')
  expect(totalInWords(10_000)).toBe('10,000 orders or more')
  expect(totalInShort(1248)).toBe('1,248')
  expect(totalInShort(10_000)).toBe('10,000+')
})

it('says nothing of paying when all is paid', () => {
  const read = readSoFar([{ rows: [paid], next: undefined, total: 1 }])
  expect(countToPayInWords(read)).toBe('1 order')
})

it('takes the shop’s count while there are more pages', () => {
  const read = readSoFar([{ rows: [unpaid], next: '/myOrders?after=1', total: 1248 }])
  expect(countToPayInWords(read)).toBe('1,248 orders')
})

it('says how many are shown while nobody has counted', () => {
  const read = readSoFar([{ rows: [unpaid, paid], next: '/myOrders?after=1', total: undefined }])
  expect(countToPayInWords(read)).toBe('2 orders shown')
})
