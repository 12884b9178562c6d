import { expect, it } from 'vitest'
import { FIRST_PAGE, isFirstPage, turnNamed } from './turn.ts'

const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'

it('is the page that the shop names by the address of a call', () => {
  expect(turnNamed(`/allOrders?size=50&before=${id}`)).toEqual({ ...FIRST_PAGE, before: id })
  expect(turnNamed(`/allOrders?status=Paid&after=${id}`)).toEqual({ ...FIRST_PAGE, after: id })
  expect(turnNamed('/allOrders?last=true')).toEqual({ ...FIRST_PAGE, last: 'true' })
  expect(isFirstPage(turnNamed('/allOrders?size=50'))).toBe(true)
})
