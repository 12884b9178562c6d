import { expect, test } from 'vitest'
import { nextPageLink } from './paging.ts'

const rows = [{ _id: 'one' }, { _id: 'two' }, { _id: 'three' }]

test('a row more than the page tells that there is a next one, after the last row shown', () => {
  expect(nextPageLink(rows, 2, '/parts?size=2')).toBe('</parts?size=2&after=two>; rel="next"')
})

test('the last page has no next one', () => {
  expect(nextPageLink(rows, 3, '/parts?size=3')).toBeUndefined()
  expect(nextPageLink([], 3, '/parts?size=3')).toBeUndefined()
})

test('the rest of the query goes along, safely written', () => {
  expect(nextPageLink(rows, 1, '/allOrders?search=a%26b%3E&after=zero')).toBe(
    '</allOrders?search=a%26b%3E&after=one>; rel="next"',
  )
})

test('a path that looks like another host stays a path', () => {
  expect(nextPageLink(rows, 1, '//evil.example/parts')).toMatch(/^<\/[^/]/)
})
