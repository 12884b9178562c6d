import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const PROGRAM = `
  const { tellFatal } = await import(${JSON.stringify(import.meta.resolve('./tell-fatal.ts'))})
  tellFatal()
  const hung = { detail: 'Key (email)=(planted@example.com) exists', parameters: ['planted'], code: '23505' }
  Promise.reject(Object.assign(new Error('to planted@example.com'), hung))`

test('what nobody has caught ends the process with one line that tells no more than the log would', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(said).not.toContain('planted')
  expect(JSON.parse(said)).toMatchObject({
    level: 'fatal',
    err: { type: 'Error', message: 'to [e-mail]', code: '23505' },
  })
})
