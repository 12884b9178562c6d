import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listShippedPackages, listShippedReferences, listThirdPartyPackages } from './make-dist.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

/** These licences only require that the notices are kept. */
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

/** Packages with other licences, and why they may ship. */
const EXCEPTIONS: [name: RegExp, why: string][] = [
  [
    /^@img\/sharp-(libvips|win32|wasm32)/,
    'libvips is LGPL: a separate library that can be replaced',
  ],
  [/^png-js$/, 'MIT according to its LICENSE file; package.json has no license field'],
]

test('everything that ships has a permitted licence', () => {
  const forbidden = [...listThirdPartyPackages(packages).values()].filter(
    ({ name, license = '' }) =>
      !ALLOWED.has(license) && !EXCEPTIONS.some(([pattern]) => pattern.test(name)),
  )
  expect(forbidden).toEqual([])
})

test('ships the server’s dependencies and no development tools', () => {
  const names = [...listShippedPackages(packages, 'server').values()].map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'pino', 'better-auth']))
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^vite|^react|knip/)]))
})

test('resolves packages as Node does and includes required peer dependencies', () => {
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
  expect([...listShippedPackages(lock, 'server').keys()].sort()).toEqual([
    'node_modules/needed',
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/two',
  ])
})

test('lists all shipped workspaces in the bill of materials', () => {
  const names = [...listShippedReferences(packages)].map((one) => one.replace(/@[^@]*$/, ''))
  const workspaces = ['contract', 'drawings', 'server', 'web'].map((name) => `@freehub/${name}`)
  expect(names).toEqual(expect.arrayContaining(workspaces))
})
