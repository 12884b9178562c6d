import { expect, it } from 'vitest'
import { formatQueryString, toFirstPage } from '../../../api/lists/cursor-page.ts'
import {
  type OrderFilters,
  parseOrderFilters,
  parseStaffOrderFilters,
  toOrderQuery,
} from './order-filters.ts'

const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'
const NO_FILTERS: OrderFilters = {
  status: '',
  search: '',
  sort: '',
  part: '',
  client: '',
  period: '',
  from: '',
  until: '',
  after: '',
  before: '',
  last: '',
}

it('reads from the URL the same filters that were written to it', () => {
  for (const filters of [
    { ...NO_FILTERS, search: 'pi_3 & more', status: 'Paid' },
    { ...NO_FILTERS, sort: 'dearest', after: id },
    { ...NO_FILTERS, before: id },
    { ...NO_FILTERS, part: id },
    { ...NO_FILTERS, last: 'true' },
    { ...NO_FILTERS, period: 'week' },
    { ...NO_FILTERS, period: 'custom', from: '2026-11-01', until: '2026-11-30' },
  ] as const) {
    expect(parseOrderFilters(new URLSearchParams(formatQueryString(filters)))).toEqual(filters)
  }
  expect(formatQueryString(NO_FILTERS)).toBe('?')
})

it('reads the customer only in lists for staff', () => {
  const params = new URLSearchParams({ client: 'ann@dealer.example' })
  expect(parseStaffOrderFilters(params)).toEqual({ ...NO_FILTERS, client: 'ann@dealer.example' })
  expect(parseOrderFilters(params)).toEqual(NO_FILTERS)
})

it('ignores invalid values in the URL', () => {
  expect(
    parseOrderFilters(
      new URLSearchParams('?status=Lost&sort=best&after=7&last=yes&period=ever&from=2026-11-01'),
    ),
  ).toEqual(NO_FILTERS)
})

it('trims the search', () => {
  expect(parseOrderFilters(new URLSearchParams({ search: ' pump ' })).search).toBe('pump')
})

it('uses only the page cursor "after" if the URL has several', () => {
  const filters = parseOrderFilters(new URLSearchParams(`?before=${id}&last=true&after=${id}`))
  expect(filters).toEqual({ ...NO_FILTERS, after: id })
})

it('removes the page cursor for the first page', () => {
  const filters = { ...NO_FILTERS, status: 'Paid', sort: 'oldest', before: id } as const
  expect(toFirstPage(filters)).toEqual({ ...NO_FILTERS, status: 'Paid', sort: 'oldest' })
})

it('lists the matches of a search and the orders of a customer in any stage unless a stage is chosen', () => {
  const toStage = (filters: Partial<OrderFilters>) =>
    toOrderQuery({ ...NO_FILTERS, ...filters }).status
  expect(toStage({})).toBe('')
  expect(toStage({ search: 'hub' })).toBe('Any')
  expect(toStage({ client: 'ann@dealer.example' })).toBe('Any')
  expect(toStage({ search: 'hub', status: 'Refunded' })).toBe('Refunded')
})
