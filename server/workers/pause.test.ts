import { expect, test } from 'vitest'
import { pauseAfter } from './pause.ts'

test('a worker that dies is started again at once, and ever later when it dies again and again', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((deaths) => pauseAfter(deaths) / 1000)
  expect(seconds).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30])
})
