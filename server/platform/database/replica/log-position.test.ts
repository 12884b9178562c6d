import { expect, test } from 'vitest'
import { createChangePositions, hasReached } from './log-position.ts'

test.each([
  ['00000001.500', '00000001.500', true],
  ['00000001.501', '00000001.500', true],
  ['00000001.499', '00000001.500', false],
  ['00000001.1000', '00000001.999', true],
  // After a failover, one of the positions is still on the old timeline.
  ['00000001.900', '00000002.500', false],
  ['00000002.900', '00000001.500', false],
  // Not a replica.
  [null, '00000001.500', false],
])('a replica at %s has reached %s: %s', (replica, needed, expected) => {
  expect(hasReached(replica, needed)).toBe(expected)
})

test('requires the latest position of the latest timeline', () => {
  const positions = createChangePositions()
  expect(positions.neededPosition()).toBeUndefined()
  for (const position of ['00000001.500', '00000001.1200', '00000001.900'])
    positions.recordPosition(position)
  expect(positions.neededPosition()).toBe('00000001.1200')
  positions.recordPosition('00000002.700')
  positions.recordPosition('00000001.9000')
  expect(positions.neededPosition()).toBe('00000002.700')
})

test('counts a change as pending if it happens while the position is read', () => {
  const positions = createChangePositions()
  positions.recordChange()
  const count = positions.count()
  positions.recordChange()
  positions.recordPosition('00000001.500', count)
  expect(positions.hasPendingChanges()).toBe(true)
  // A position of another process's changes.
  positions.recordPosition('00000001.600')
  expect(positions.hasPendingChanges()).toBe(true)
  positions.recordPosition('00000001.700', positions.count())
  expect(positions.hasPendingChanges()).toBe(false)
})
