import { expect, test } from 'vitest'
import { searchScreens } from './choices.ts'
import { isPaletteShortcut } from './palette-host.tsx'

const createKeyPress = (keys: Partial<Parameters<typeof isPaletteShortcut>[0]>) => ({
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
})

test.each([
  ['Ctrl-K', { ctrlKey: true }, false, true],
  ['Ctrl-K with the capitals locked', { key: 'K', ctrlKey: true }, false, true],
  ['Ctrl and the key of K in Cyrillic', { key: 'л', ctrlKey: true }, false, true],
  ['Cmd-K on a Mac', { metaKey: true }, true, true],
  ['K at another key position', { code: 'KeyV', ctrlKey: true }, false, true],
  ['another letter at the position of K', { key: 't', ctrlKey: true }, false, false],
  ['K alone', {}, false, false],
  ['Ctrl-K on a Mac', { ctrlKey: true }, true, false],
  ['Windows-K', { metaKey: true }, false, false],
  ['Ctrl-Shift-K', { ctrlKey: true, shiftKey: true }, false, false],
  ['Ctrl-Alt-K', { ctrlKey: true, altKey: true }, false, false],
])('%s', (_, keys, isOnMac, isShortcut) => {
  expect(isPaletteShortcut(createKeyPress(keys), isOnMac)).toBe(isShortcut)
})

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
