import { beforeEach, expect, test, vi } from 'vitest'
import { createRequestLogger } from './log-request.ts'

const log = { level: 'info', warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const end = (status: number, method = 'GET') =>
  logRequest(
    { method, id: '1', routeOptions: { url: '/parts' } } as never,
    { statusCode: status, elapsedTime: 1 } as never,
    false,
  )
let logRequest: ReturnType<typeof createRequestLogger>

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  logRequest = createRequestLogger(log as never)
  return () => vi.useRealTimers()
})

test('combines responses with 503 into one log line every five seconds', () => {
  for (let n = 0; n < 100; n++) end(503, n % 2 ? 'POST' : 'GET')
  vi.advanceTimersByTime(5_000)
  end(503)
  expect(log.warn.mock.calls.map(([line]) => line.count)).toEqual([1, 100])
  expect(log.info).not.toHaveBeenCalled()
})

test('logs each internal error', () => {
  for (let n = 0; n < 3; n++) end(500)
  expect(log.warn).toHaveBeenCalledTimes(3)
})
