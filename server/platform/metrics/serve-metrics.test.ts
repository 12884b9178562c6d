import { afterEach, expect, test } from 'vitest'
import { findFreePort } from '../../../tests/support/network/ports.ts'
import { serveMetrics } from './serve-metrics.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(read = async () => 'up 1\n') {
  const address = { host: '127.0.0.1', port: await findFreePort() }
  closing.push(await serveMetrics(address, read))
  return address
}

test('serves metrics only at GET /metrics', async () => {
  const { port } = await serve()
  const request = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method }).then(async (response) => [
      response.status,
      response.headers.get('content-type'),
      await response.text(),
    ])
  expect(await request('/metrics')).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
    'up 1\n',
  ])
  expect(await request('/parts')).toEqual([404, 'text/plain', 'Only /metrics exists here.\n'])
  expect(await request('/metrics', 'POST')).toEqual([405, 'text/plain', 'Only GET is allowed.\n'])
})

test('sends only the name of the error if the metrics cannot be read', async () => {
  const { port } = await serve(() => Promise.reject(new TypeError('a secret')))
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([response.status, await response.text()]).toEqual([500, 'TypeError\n'])
})

test('reports a metrics port that is in use', async () => {
  const address = await serve()
  await expect(serveMetrics(address, async () => '')).rejects.toThrow(
    `Port ${address.port} is in use: stop the program that uses it, or set METRICS_PORT to another port.`,
  )
})
