import { expect, test, vi } from 'vitest'
import { downloadFile } from './download-file.ts'

test.each([
  [new TypeError('terminated'), 'The shop cannot be reached.'],
  [new DOMException('', 'TimeoutError'), 'The shop is taking too long to respond.'],
])('states why a download ended in the middle of the file: %s', async (cause, message) => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  const body = new ReadableStream({ start: (controller) => controller.error(cause) })
  vi.stubGlobal('fetch', async () => new Response(body))
  await expect(downloadFile('/api/orders/export.csv', 'orders.csv')).rejects.toThrow(message)
})
