import { expect, test } from 'vitest'
import { searchScreens } from './screens.ts'

const screens = ['My Orders', 'Manage All Orders', 'Sign-in & Security', 'Home'].map((name) => ({
  to: name,
  name,
}))
const searchNames = (search: string) => searchScreens(screens, search).map(({ name }) => name)

test('matches prefixes of the words in a screen’s name', () => {
  expect(searchNames('ord')).toEqual(['My Orders', 'Manage All Orders'])
  expect(searchNames('ORD man')).toEqual(['Manage All Orders'])
  expect(searchNames('in')).toEqual(['Sign-in & Security'])
  expect(searchNames('rders')).toEqual([])
})

test('returns all screens for an empty search', () => {
  expect(searchNames('')).toHaveLength(4)
})
