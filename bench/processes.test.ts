import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startBareServer, startShop, stopProcess } from './processes.ts'

test('stops a process that a signal has already ended', async () => {
  const child = fork('-', { execArgv: ['-e', 'setInterval(() => {}, 1000)'] })
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  expect(child.exitCode).toBeNull()
  await stopProcess(child)
})

test('does not start the bare server with an error response of the shop', async () => {
  const shop = createServer((_request, reply) => reply.writeHead(401).end()).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const { port } = shop.address() as AddressInfo
  await expect(startBareServer(`http://127.0.0.1:${port}`, '/parts')).rejects.toThrow(
    'The bare server did not start.',
  )
  shop.close()
})

test('does not take another server on the port for the shop', async () => {
  const other = createServer((_request, reply) => reply.end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(startShop({ PORT: String(port) })).rejects.toThrow(`Port ${port} is in use`)
  other.close()
})
