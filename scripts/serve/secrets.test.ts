import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../server/config.ts'
import { readOrCreateSecrets } from './secrets.ts'

let dataDir: string
let file: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'freehub-secrets-'))
  file = path.join(dataDir, 'secrets.json')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('creates secrets at the first start and reuses them', async () => {
  const created = await readOrCreateSecrets(dataDir)
  expect(created).toEqual({
    AUTH_SECRET: expect.stringMatching(/^[0-9a-f]{48}$/),
    STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_[0-9a-f]{48}$/),
    STRIPE_PUBLISHABLE_KEY: expect.stringMatching(/^pk_test_[0-9a-f]{48}$/),
    STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
    GOOGLE_CLIENT_SECRET: expect.stringMatching(/^GOCSPX-[0-9a-f]{48}$/),
    GITHUB_CLIENT_SECRET: expect.stringMatching(/^[0-9a-f]{48}$/),
    SMS_HOOK_SECRET: expect.stringMatching(/^[0-9a-f]{48}$/),
  })
  expect(await readOrCreateSecrets(dataDir)).toEqual(created)
})

test('adds a missing secret and keeps the existing ones', async () => {
  const { AUTH_SECRET, ...others } = await readOrCreateSecrets(dataDir)
  await writeFile(file, JSON.stringify(others))
  const { AUTH_SECRET: renewed, ...existing } = await readOrCreateSecrets(dataDir)
  expect(existing).toEqual(others)
  expect(renewed).not.toBe(AUTH_SECRET)
})

test.skipIf(process.platform === 'win32')(
  'makes the file readable by its owner only, at each start',
  async () => {
    const mode = async () => (await stat(file)).mode & 0o777
    await readOrCreateSecrets(dataDir)
    expect(await mode()).toBe(0o600)
    await chmod(file, 0o644)
    const text = await readFile(file, 'utf8')
    await readOrCreateSecrets(dataDir)
    expect(await mode()).toBe(0o600)
    expect(await readFile(file, 'utf8')).toBe(text)
  },
)

test.each([
  '',
  '{"AUTH_SECRET": "cut of',
  'null',
  '[]',
  '"text"',
  '{"AUTH_SECRET": 5}',
  '{"AUTH_SECRET": "short"}',
  `{"STRIPE_SECRET_KEY": "${'x'.repeat(48)}"}`,
])('rejects a file with the text %j and leaves it unchanged', async (text) => {
  await writeFile(file, text)
  await expect(readOrCreateSecrets(dataDir)).rejects.toThrow(
    new ConfigError(`${file} is damaged: delete it to create new secrets.`),
  )
  expect(await readFile(file, 'utf8')).toBe(text)
})
