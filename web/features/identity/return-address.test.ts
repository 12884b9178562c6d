import { expect, test } from 'vitest'
import { safeReturnAddress } from './return-address.ts'

test.each([
  ['/allParts', '/allParts'],
  ['/purchase/1?x=2#form', '/purchase/1?x=2#form'],
  ['/a/../dashboard/myOrders', '/dashboard/myOrders'],
])('a page of the shop is returned to: %s', (path, safe) => {
  expect(safeReturnAddress(path)).toBe(safe)
})

test.each([
  null,
  '',
  'allParts',
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/..//elsewhere.example',
  'javascript:alert(1)',
  '/login',
  '/Login/?again',
  '/login/code',
  '/x/../login/reset?token=1',
])('anything else leads home: %s', (path) => {
  expect(safeReturnAddress(path)).toBe('/')
})
