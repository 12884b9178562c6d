import { expect, it } from 'vitest'
import { readWanted, searchOf } from './orders-wanted.ts'

it('stands in the address and comes back from it', () => {
  const wanted = { search: 'pi_3 & more', status: 'Paid' } as const
  expect(readWanted(new URLSearchParams(searchOf(wanted)))).toEqual(wanted)
  expect(searchOf({ search: '', status: '' })).toBe('?')
})

it('ignores a status that does not exist', () => {
  expect(readWanted(new URLSearchParams('?status=Lost'))).toEqual({ search: '', status: '' })
})
