import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listInstallDifferences } from './installed-versions.mjs'

test('lists missing and different packages of a folder, and an unfinished install', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'installed-versions-'))
  const writeLock = (name: string, packages: object) =>
    writeFile(path.join(folder, name), JSON.stringify({ packages }))
  await mkdir(path.join(folder, 'node_modules/lighthouse'), { recursive: true })
  await writeLock('package-lock.json', {
    '': {},
    'node_modules/axe': { version: '4.0.0' },
    'node_modules/fsevents': { version: '2.0.0', optional: true },
    'node_modules/lighthouse': { version: '13.1.0' },
  })
  expect(await listInstallDifferences(folder)).toEqual(['nothing is installed'])
  await writeLock('node_modules/.package-lock.json', {
    'node_modules/lighthouse': { version: '13.0.0' },
  })
  expect(await listInstallDifferences(folder)).toEqual([
    'node_modules/axe: 4.0.0 is missing',
    'node_modules/lighthouse: 13.0.0, not 13.1.0',
  ])
})
