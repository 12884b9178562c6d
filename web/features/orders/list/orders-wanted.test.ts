import { expect, it } from 'vitest'
import { searchOf } from '../../../api/turn.ts'
import { firstPage, readWanted } from './orders-wanted.ts'

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

it('trims the search', () => {
  expect(readWanted(new URLSearchParams({ search: ' pump ' })).search).toBe('pump')
})

it('goes by the first of places that contradict each other', () => {
  const wanted = readWanted(new URLSearchParams(`?before=${id}&last=true&after=${id}`))
  expect(wanted).toEqual({ ...all, after: id })
})

it('has a first page, where one is after asking for others', () => {
  const wanted = { ...all, status: 'Paid', sort: 'oldest', before: id } as const
  expect(firstPage(wanted)).toEqual({ ...all, status: 'Paid', sort: 'oldest' })
})
