import { expect, it } from 'vitest'
import { firstPage, pageNamed, readWanted, searchOf } from './orders-wanted.ts'

const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'
const all = { status: '', search: '', sort: '', after: '', before: '', last: '' } as const

it('stands in the address and comes back from it', () => {
  for (const wanted of [
    { ...all, search: 'pi_3 & more', status: 'Paid' },
    { ...all, sort: 'dearest', after: id },
    { ...all, before: id },
    { ...all, last: 'true' },
  ] as const) {
    expect(readWanted(new URLSearchParams(searchOf(wanted)))).toEqual(wanted)
  }
  expect(searchOf(all)).toBe('?')
})

it('ignores what makes no sense', () => {
  expect(readWanted(new URLSearchParams('?status=Lost&sort=best&after=7&last=yes'))).toEqual(all)
})

it('goes by the first of places that contradict each other', () => {
  const wanted = readWanted(new URLSearchParams(`?before=${id}&last=true&after=${id}`))
  expect(wanted).toEqual({ ...all, after: id })
})

it('takes the page that the shop names, and keeps what is wanted', () => {
  const wanted = { ...all, status: 'Paid', sort: 'oldest', last: 'true' } as const
  const before = pageNamed(wanted, `/allOrders?size=50&before=${id}`)
  expect(before).toEqual({ ...all, status: 'Paid', sort: 'oldest', before: id })
  expect(firstPage(before)).toEqual({ ...all, status: 'Paid', sort: 'oldest' })
})
