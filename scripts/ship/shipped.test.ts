import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { everythingShipped } from './everything-shipped.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

/** Under these whoever runs or passes on the shop has to do no more than keep the notices. */
const ALLOWED = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])

/** Others, each with why it may ship. */
const EXCEPTIONS: [name: RegExp, why: string][] = [
  [/^@img\/sharp-(libvips|win32|wasm32)/, 'libvips is LGPL: a library of its own, to be replaced'],
  [/^png-js$/, 'MIT by its LICENSE, which its package.json does not say'],
]

test('everything that ships is under a licence that lets it', () => {
  const refused = [...everythingShipped(packages).values()].filter(
    ({ name, license = '' }) =>
      !ALLOWED.has(license) && !EXCEPTIONS.some(([pattern]) => pattern.test(name)),
  )
  expect(refused).toEqual([])
})

test('what ships is what the server needs, and nothing that is only there for development', () => {
  const names = [...shippedPackages(packages, 'server').values()].map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'pino', 'better-auth']))
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^vite|^react|knip/)]))
})

test('a package is found as Node finds it, and a peer counts that must be there', () => {
  const lock = {
    server: { dependencies: { one: '1', ours: '1' } },
    'node_modules/ours': { link: true, resolved: 'ours' },
    ours: { dependencies: { two: '1' } },
    'node_modules/one': { version: '1', dependencies: { two: '2' } },
    'node_modules/one/node_modules/two': { version: '2', optionalDependencies: { gone: '1' } },
    'node_modules/two': {
      version: '1',
      peerDependencies: { needed: '1', liked: '1' },
      peerDependenciesMeta: { liked: { optional: true } },
    },
    'node_modules/needed': { version: '1' },
    'node_modules/liked': { version: '1' },
  }
  expect([...shippedPackages(lock, 'server').keys()].sort()).toEqual([
    'node_modules/needed',
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/two',
  ])
})
