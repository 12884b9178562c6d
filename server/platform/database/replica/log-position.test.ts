import { expect, test } from 'vitest'
import { changePositions, hasReached } from './log-position.ts'

test.each([
  ['00000001.500', '00000001.500', true],
  ['00000001.501', '00000001.500', true],
  ['00000001.499', '00000001.500', false],
  ['00000001.1000', '00000001.999', true],
  // The one follows a primary that was replaced, the other has not noted yet that it follows the new one.
  ['00000001.900', '00000002.500', false],
  ['00000002.900', '00000001.500', false],
  // It is no replica.
  [null, '00000001.500', false],
])('a replica at %s that needs %s has it: %s', (replica, needed, has) => {
  expect(hasReached(replica, needed)).toBe(has)
})

test('the latest place is needed, whichever is told last, and a new primary’s is later', () => {
  const positions = changePositions()
  expect(positions.needed()).toBeUndefined()
  for (const place of ['00000001.500', '00000001.1200', '00000001.900']) positions.reached(place)
  expect(positions.needed()).toBe('00000001.1200')
  positions.reached('00000002.700')
  positions.reached('00000001.9000')
  expect(positions.needed()).toBe('00000002.700')
})

test('what changes while its place is asked for stays open', () => {
  const positions = changePositions()
  positions.changed()
  const count = positions.count()
  positions.changed()
  positions.reached('00000001.500', count)
  expect(positions.isOpen()).toBe(true)
  // Of others, which were not counted here.
  positions.reached('00000001.600')
  expect(positions.isOpen()).toBe(true)
  positions.reached('00000001.700', positions.count())
  expect(positions.isOpen()).toBe(false)
})
