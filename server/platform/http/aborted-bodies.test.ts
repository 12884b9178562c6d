import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { refusalCount } from '../metrics/metrics.ts'
import { sendErrorsAsProblems } from './problems.ts'

async function countOf(code: string): Promise<number> {
  const { values } = await refusalCount.get()
  return values.find(({ labels }) => labels.code === code)?.value ?? 0
}

test('counts a connection reset in the middle of a body as a client error', async () => {
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => logged.push(line) } } })
  sendErrorsAsProblems(app)
  const reading = new Promise<void>((resolve) =>
    app.addHook('preParsing', (_request, _reply, payload, done) => {
      done(null, payload)
      resolve()
    }),
  )
  app.post('/', () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const outages = await countOf('database_unavailable')
  const clientErrors = await countOf('input_invalid')

  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const type = 'content-type: application/json'
  socket.write(`POST / HTTP/1.1\r\nhost: shop\r\n${type}\r\ncontent-length: 100\r\n\r\n{`)
  await reading
  socket.resetAndDestroy()

  await expect.poll(() => countOf('input_invalid')).toBe(clientErrors + 1)
  expect(await countOf('database_unavailable')).toBe(outages)
  expect(logged).toEqual([])
  await app.close()
})
