import { expect, test } from 'vitest'
import { nextPageLink, pageLinks } from './paging.ts'

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

test('a list that fits on one page leads nowhere', () => {
  expect(pageLinks(rows, false, { size: 3 }, '/allOrders?size=3')).toBeUndefined()
})

test('a page in the middle leads forwards, back, to the first and to the last, and keeps its query', () => {
  const url = '/allOrders?sort=oldest&after=zero&size=3'
  expect(pageLinks(rows, true, { size: 3, after: 'zero' }, url)?.split(', ')).toEqual([
    '</allOrders?sort=oldest&size=3&after=three>; rel="next"',
    '</allOrders?sort=oldest&size=3&before=one>; rel="prev"',
    '</allOrders?sort=oldest&size=3>; rel="first"',
    '</allOrders?sort=oldest&size=3&last=true>; rel="last"',
  ])
})

test('the last page leads back, if there is more than it', () => {
  const wanted = { size: 3, last: true }
  expect(pageLinks(rows, true, wanted, '/allOrders?last=true')?.split(', ')).toEqual([
    '</allOrders?before=one>; rel="prev"',
    '</allOrders>; rel="first"',
  ])
  expect(pageLinks(rows, false, wanted, '/allOrders?last=true')).toBe('</allOrders>; rel="first"')
})

test('a page that is empty, since its orders are gone, leads to the first and the last', () => {
  expect(pageLinks([], false, { size: 3, after: 'gone' }, '/allOrders?after=gone')).toBe(
    '</allOrders>; rel="first"',
  )
  expect(pageLinks([], false, { size: 3, before: 'gone' }, '/allOrders?before=gone')).toBe(
    '</allOrders>; rel="first", </allOrders?last=true>; rel="last"',
  )
})
