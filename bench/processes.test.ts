import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { stopProcess } from './processes.ts'

test('stops a process that a signal has already ended', async () => {
  const child = fork('-', { execArgv: ['-e', 'setInterval(() => {}, 1000)'] })
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  expect(child.exitCode).toBeNull()
  await stopProcess(child)
})
