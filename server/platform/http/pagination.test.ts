import { expect, test } from 'vitest'
import { nextPageLink, pageLinks } from './pagination.ts'

const rows = [{ _id: 'one' }, { _id: 'two' }, { _id: 'three' }]

test('links to the next page after the last row if there is an extra row', () => {
  expect(nextPageLink(rows, 2, '/parts?size=2')).toBe('</parts?size=2&after=two>; rel="next"')
})

test('the last page has no link to a next page', () => {
  expect(nextPageLink(rows, 3, '/parts?size=3')).toBeUndefined()
  expect(nextPageLink([], 3, '/parts?size=3')).toBeUndefined()
})

test('keeps the other query parameters, encoded', () => {
  expect(nextPageLink(rows, 1, '/allOrders?search=a%26b%3E&after=zero')).toBe(
    '</allOrders?search=a%26b%3E&after=one>; rel="next"',
  )
})

test('does not link to another host for a path that begins with two slashes', () => {
  expect(nextPageLink(rows, 1, '//evil.example/parts')).toMatch(/^<\/[^/]/)
})

test('sets no links for a list that fits on one page', () => {
  expect(pageLinks(rows, false, { size: 3 }, '/allOrders?size=3')).toBeUndefined()
})

test('links a middle page to the next, previous, first and last page with its query', () => {
  const url = '/allOrders?sort=oldest&after=zero&size=3'
  expect(pageLinks(rows, true, { size: 3, after: 'zero' }, url)?.split(', ')).toEqual([
    '</allOrders?sort=oldest&size=3&after=three>; rel="next"',
    '</allOrders?sort=oldest&size=3&before=one>; rel="prev"',
    '</allOrders?sort=oldest&size=3>; rel="first"',
    '</allOrders?sort=oldest&size=3&last=true>; rel="last"',
  ])
})

test('links the last page to the page before it, unless it is the only page', () => {
  const query = { size: 3, last: true }
  expect(pageLinks(rows, true, query, '/allOrders?last=true')?.split(', ')).toEqual([
    '</allOrders?before=one>; rel="prev"',
    '</allOrders>; rel="first"',
  ])
  expect(pageLinks(rows, false, query, '/allOrders?last=true')).toBe('</allOrders>; rel="first"')
})

test('links an empty page to the first page, and to the last page too if the query has `before`', () => {
  expect(pageLinks([], false, { size: 3, after: 'gone' }, '/allOrders?after=gone')).toBe(
    '</allOrders>; rel="first"',
  )
  expect(pageLinks([], false, { size: 3, before: 'gone' }, '/allOrders?before=gone')).toBe(
    '</allOrders>; rel="first", </allOrders?last=true>; rel="last"',
  )
})
