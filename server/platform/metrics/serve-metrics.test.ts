import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/network/ports.ts'
import { serveMetrics } from './serve-metrics.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(read = async () => 'up 1\n') {
  const place = { host: '127.0.0.1', port: await freePort() }
  closing.push(await serveMetrics(place, read))
  return place
}

test('Prometheus is answered at /metrics, and nobody anywhere else', async () => {
  const { port } = await serve()
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method }).then(async (answer) => [
      answer.status,
      answer.headers.get('content-type'),
      await answer.text(),
    ])
  expect(await ask('/metrics')).toEqual([200, expect.stringContaining('version=0.0.4'), 'up 1\n'])
  expect(await ask('/parts')).toEqual([404, 'text/plain', 'There is /metrics here.\n'])
  expect(await ask('/metrics', 'POST')).toEqual([405, 'text/plain', 'Only GET is answered.\n'])
})

test('metrics that cannot be read are an error that tells nothing', async () => {
  const { port } = await serve(() => Promise.reject(new TypeError('a secret')))
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, await answer.text()]).toEqual([500, 'TypeError\n'])
})

test('a port for the metrics that is taken is told in a sentence', async () => {
  const place = await serve()
  await expect(serveMetrics(place, async () => '')).rejects.toThrow(
    `Port ${place.port} is taken: stop what uses it, or set METRICS_PORT to another.`,
  )
})
