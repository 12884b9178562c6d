import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { formatFatalError } from './logger.ts'

const PROGRAM = `
  const { exitOnUncaughtError } = await import(${JSON.stringify(import.meta.resolve('./logger.ts'))})
  exitOnUncaughtError()
  const fields = { detail: 'Key (email)=(planted@example.com) exists', parameters: ['planted'], code: '23505' }
  Promise.reject(Object.assign(new Error('to planted@example.com'), fields))`

test('exits on an uncaught error with one log line without personal data', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(output).not.toContain('planted')
  expect(JSON.parse(output)).toMatchObject({
    level: 'fatal',
    err: { type: 'Error', message: 'to [email]', code: '23505' },
  })
})

test('logs the errors of an AggregateError', () => {
  const error = new AggregateError([new Error('to planted@example.com')])
  expect(JSON.parse(formatFatalError(error)).err.errors).toMatchObject([{ message: 'to [email]' }])
})

test.each(["x's name: Ada", "O'Brien, Ada lives here"])(
  'removes the input from the message of JSON.parse: %s',
  (input) => {
    expect(JSON.parse(formatFatalError(readSyntaxError(input))).err.message).toMatch(
      /^Unexpected token …(\.\.\.)? is not valid JSON$/,
    )
  },
)

function readSyntaxError(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch (error) {
    return error
  }
}

test.each(["»Ada's«", '« Ada »', '„Ada“', '“Ada”', '‘Ada’', '「Ada」'])(
  'removes input that PostgreSQL quotes in another language: %s',
  (input) => {
    const error = Object.assign(new Error(`ungültige Eingabe: ${input}`), { code: '22P02' })
    expect(JSON.parse(formatFatalError(error)).err.message).toBe('ungültige Eingabe: …')
  },
)

test('logs an error without a prototype', () => {
  expect(JSON.parse(formatFatalError(Object.create(null))).err.type).toBe('object')
})
