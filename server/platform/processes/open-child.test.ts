import { afterEach, expect, test, vi } from 'vitest'
import type { Wish } from '../../../tests/support/odd-child.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { openChild } from './open-child.ts'

const program = new URL('../../../tests/support/odd-child.ts', import.meta.url)

let close = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  await close()
})

/** Long enough to start a process on a busy machine. */
const PATIENCE_MS = 15_000

function open(options: { idleMs?: number } = {}) {
  const child = openChild<Wish, { pid: number; secrets: string[] }>(program, {
    patienceMs: PATIENCE_MS,
    ...options,
  })
  close = child.close
  return child
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one process does all that is asked of it, and what it throws is thrown to who asked', async () => {
  const { ask } = open()
  const [first, thrown, second] = await Promise.allSettled([
    ask('answer'),
    ask('throw'),
    ask('answer'),
  ])
  expect(thrown).toMatchObject({ reason: new TypeError('not that') })
  expect(first).toMatchObject({ status: 'fulfilled', value: { pid: expect.any(Number) } })
  expect(second).toEqual(first)
})

test('who asks for what it dies over is told so, and another one does the rest', async () => {
  const { ask } = open()
  const before = await ask('answer')
  const [died, after] = await Promise.allSettled([ask('die'), ask('answer')])
  expect(died).toMatchObject({ reason: { message: 'it ended by SIGSEGV' } })
  expect(after).toMatchObject({ status: 'fulfilled' })
  expect(after).not.toMatchObject({ value: before })
})

test('one that hangs is killed, and another one does the rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ask } = open()
  const { pid } = await ask('answer')
  const asked = Promise.allSettled([ask('hang'), ask('answer')])
  vi.advanceTimersByTime(PATIENCE_MS - 1)
  expect(isAlive(pid)).toBe(true)
  vi.advanceTimersByTime(1)
  const [hung, after] = await asked
  expect(hung).toMatchObject({ reason: { message: 'it took too long' } })
  expect(after).toMatchObject({ status: 'fulfilled' })
  expect(isAlive(pid)).toBe(false)
})

test('one that has died while nothing was asked of it is replaced', async () => {
  const { ask } = open()
  const { pid } = await ask('answer')
  process.kill(pid, 'SIGKILL')
  await waitUntil('it is gone', async () => !isAlive(pid))
  expect((await ask('answer')).pid).not.toBe(pid)
})

test('it ends when nothing has been asked of it for a while, and begins again', async () => {
  const { ask } = open({ idleMs: 10 })
  const { pid } = await ask('answer')
  await waitUntil('it has ended', async () => !isAlive(pid))
  expect((await ask('answer')).pid).not.toBe(pid)
})

test('what is asked when it is closed fails, and its process is gone', async () => {
  const child = open()
  const { pid } = await child.ask('answer')
  const hung = expect(child.ask('hang')).rejects.toThrow('the shop closes')
  await child.close()
  await hung
  expect(isAlive(pid)).toBe(false)
})

test('what cannot be sent to it fails alone', async () => {
  const { ask } = open()
  const unsendable = expect(ask({ wish: () => {} } as unknown as Wish)).rejects.toThrow(
    'could not be cloned',
  )
  await expect(ask('answer')).resolves.toBeDefined()
  await unsendable
})

test('it is told nothing that is secret', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret')
  const { secrets } = await open().ask('answer')
  vi.unstubAllEnvs()
  expect(secrets).toEqual([])
})
