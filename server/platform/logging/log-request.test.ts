import { beforeEach, expect, test, vi } from 'vitest'
import { requestLogger } from './log-request.ts'

const log = { level: 'info', warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const end = (status: number, method = 'GET') =>
  hear(
    { method, id: '1', routeOptions: { url: '/parts' } } as never,
    { statusCode: status, elapsedTime: 1 } as never,
    false,
  )
let hear: ReturnType<typeof requestLogger>

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  hear = requestLogger(log as never)
  return () => vi.useRealTimers()
})

test('of requests that are turned away one line is told every five seconds, with their number', () => {
  for (let n = 0; n < 100; n++) end(503, n % 2 ? 'POST' : 'GET')
  vi.advanceTimersByTime(5_000)
  end(503)
  expect(log.warn.mock.calls.map(([line]) => line.times)).toEqual([1, 100])
  expect(log.info).not.toHaveBeenCalled()
})

test('each fault of the shop is told', () => {
  for (let n = 0; n < 3; n++) end(500)
  expect(log.warn).toHaveBeenCalledTimes(3)
})
