import { expect, test } from 'vitest'
import { restartDelayMs } from './restart-delay.ts'

test('restarts a worker at once, then with growing delays', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((exits) => restartDelayMs(exits) / 1000)
  expect(seconds).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30])
})
