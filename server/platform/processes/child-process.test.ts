import { afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../../../dev/embedded-database/endpoint.ts'
import type { ChildBehavior } from '../../../tests/support/faulty-child-process.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { openChildProcess } from './child-process.ts'

const program = new URL('../../../tests/support/faulty-child-process.ts', import.meta.url)

let close = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  await close()
})

/** Long enough to start a process on a busy machine. */
const TIMEOUT_MS = 15_000

function open(options: { idleMs?: number } = {}) {
  const child = openChildProcess<ChildBehavior, { pid: number; secrets: string[] }>(program, {
    timeoutMs: TIMEOUT_MS,
    ...options,
  })
  close = child.close
  return child
}

test('runs all tasks in one process, and throws the errors of the tasks', async () => {
  const { run } = open()
  const [first, thrown, second] = await Promise.allSettled([
    run('answer'),
    run('throw'),
    run('answer'),
  ])
  expect(thrown).toMatchObject({ reason: new TypeError('expected test error') })
  expect(first).toMatchObject({ status: 'fulfilled', value: { pid: expect.any(Number) } })
  expect(second).toEqual(first)
})

test('fails the task during which the process dies, and runs the other tasks in a new process', async () => {
  const { run } = open()
  const before = await run('answer')
  const [crashed, after] = await Promise.allSettled([run('crash'), run('answer')])
  expect(crashed).toMatchObject({ reason: { message: 'it exited with SIGSEGV' } })
  expect(after).toMatchObject({ status: 'fulfilled' })
  expect(after).not.toMatchObject({ value: before })
})

test('kills a process that does not respond, and runs the other tasks in a new process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { run } = open()
  const { pid } = await run('answer')
  const results = Promise.allSettled([run('hang'), run('answer')])
  vi.advanceTimersByTime(TIMEOUT_MS - 1)
  expect(isAlive(pid)).toBe(true)
  vi.advanceTimersByTime(1)
  const [hung, after] = await results
  expect(hung).toMatchObject({ reason: { message: 'it took too long' } })
  expect(after).toMatchObject({ status: 'fulfilled' })
  vi.useRealTimers()
  await waitUntil('it is gone', () => !isAlive(pid))
})

test('replaces a process that died while idle', async () => {
  const { run } = open()
  const { pid } = await run('answer')
  process.kill(pid, 'SIGKILL')
  await waitUntil('it is gone', async () => !isAlive(pid))
  expect((await run('answer')).pid).not.toBe(pid)
})

test('ends an idle process and starts a new one for the next task', async () => {
  const { run } = open({ idleMs: 10 })
  const { pid } = await run('answer')
  await waitUntil('it has ended', async () => !isAlive(pid))
  expect((await run('answer')).pid).not.toBe(pid)
})

test('rejects pending tasks and ends the process on close', async () => {
  const child = open()
  const { pid } = await child.run('answer')
  const hung = expect(child.run('hang')).rejects.toThrow('the shop is shutting down')
  await child.close()
  await hung
  expect(isAlive(pid)).toBe(false)
})

test('rejects only the task whose input cannot be cloned', async () => {
  const { run } = open()
  const unclonable = expect(run({ input: () => {} } as unknown as ChildBehavior)).rejects.toThrow(
    'could not be cloned',
  )
  expect(isAlive((await run('answer')).pid)).toBe(true)
  await unclonable
})

test('passes no secrets to the process', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret')
  const { secrets } = await open().run('answer')
  vi.unstubAllEnvs()
  expect(secrets).toEqual([])
})
