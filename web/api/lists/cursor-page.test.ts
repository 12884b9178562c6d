import { expect, it } from 'vitest'
import { FIRST_PAGE, isFirstPage, parsePageCursor } from './cursor-page.ts'

const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'

it('parses the cursor from the URLs of the Link header', () => {
  expect(parsePageCursor(`/allOrders?size=50&before=${id}`)).toEqual({ ...FIRST_PAGE, before: id })
  expect(parsePageCursor(`/allOrders?status=Paid&after=${id}`)).toEqual({
    ...FIRST_PAGE,
    after: id,
  })
  expect(parsePageCursor('/allOrders?last=true')).toEqual({ ...FIRST_PAGE, last: 'true' })
  expect(isFirstPage(parsePageCursor('/allOrders?size=50'))).toBe(true)
})
