import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-data-dir-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (file: string) => (await stat(file)).mode & 0o7777

test('creates the data folder for its owner only', async () => {
  const dataDir = path.join(folder, 'shop', 'data')
  lockDataDir(dataDir)()
  expect(await modeOf(dataDir)).toBe(0o700)
})

test.each(['755', '777', '750', '2775'])(
  'denies other users access to an existing data folder of mode %s',
  async (mode) => {
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir)
    await chmod(dataDir, Number.parseInt(mode, 8))
    lockDataDir(dataDir)()
    expect((await modeOf(dataDir)) & 0o777).toBe(0o700)
  },
)

test('as root, keeps mode 710, which lets PostgreSQL enter the folder of a running shop', async () => {
  await chmod(folder, 0o710)
  lockDataDir(folder)()
  expect(await modeOf(folder)).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
})

test('rejects a folder shared by all users and leaves it unchanged', async () => {
  await chmod(folder, 0o1777)
  expect(() => lockDataDir(folder)).toThrow(
    / is shared by all users\. Set DATA_DIR to a separate folder\.$/,
  )
  expect(await modeOf(folder)).toBe(0o1777)
})
