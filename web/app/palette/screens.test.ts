import { expect, test } from 'vitest'
import { screensFound } from './screens.ts'

const screens = ['My Orders', 'Manage All Orders', 'Sign-in & Security', 'Home'].map((name) => ({
  to: name,
  name,
}))
const found = (search: string) => screensFound(screens, search).map(({ name }) => name)

test('a screen is found by how the words of its name begin', () => {
  expect(found('ord')).toEqual(['My Orders', 'Manage All Orders'])
  expect(found('ORD man')).toEqual(['Manage All Orders'])
  expect(found('in')).toEqual(['Sign-in & Security'])
  expect(found('rders')).toEqual([])
})

test('no words find them all', () => {
  expect(found('')).toHaveLength(4)
})
