import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database/test-database.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { readConfig } from '../config.ts'
import { launchWorker } from './launch-worker.ts'
import { restartDelayMs, supervise } from './supervise.ts'

afterEach(() => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
})

test('reports why a worker cannot be forked', async () => {
  const worker = launchWorker({ NO_TEXT_OF_AN_ENVIRONMENT: '\0' }, 15)
  await expect(worker.serving).rejects.toThrow('null bytes')
  expect(await worker.ended).toContain('null bytes')
  expect(worker.isServing()).toBe(false)
})

test('kills a worker whose event loop is blocked', async () => {
  const exec = fileURLToPath(new URL('../../tests/support/stuck-worker.ts', import.meta.url))
  cluster.setupPrimary({ exec, args: [] })
  const worker = launchWorker(process.env, 1)
  await worker.serving
  expect(await worker.ended).toBe('its event loop was stuck')
  expect(worker.isServing()).toBe(false)
})

test('reports a port that is in use and leaves no worker', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const settings = {
    ...testSettings,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    WORKERS: '2',
    // A start may take four times as long: minutes on a busy machine.
    WORKER_STUCK_SECONDS: '60',
  }
  const env = { ...process.env, ...settings }
  try {
    await expect(supervise(readConfig(settings), env, { pages: false })).rejects.toThrow(
      `Port ${port} is in use: stop the program that uses it, or set PORT to another port.`,
    )
    expect(Object.keys(cluster.workers ?? {})).toEqual([])
  } finally {
    other.close()
    await drop()
  }
})

test('restarts a worker immediately, then with growing delays', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((exits) => restartDelayMs(exits) / 1000)
  expect(seconds).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30])
})
