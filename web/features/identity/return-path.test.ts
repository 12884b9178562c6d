import { expect, test } from 'vitest'
import { sanitizeReturnPath } from './return-path.ts'

test.each([
  ['/allParts', '/allParts'],
  ['/purchase/1?x=2#form', '/purchase/1?x=2#form'],
  ['/a/../dashboard/myOrders', '/dashboard/myOrders'],
])('accepts a page of the shop: %s', (path, safe) => {
  expect(sanitizeReturnPath(path)).toBe(safe)
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
])('replaces any other URL with the home page: %s', (path) => {
  expect(sanitizeReturnPath(path)).toBe('/')
})
