import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVER_FEATURES, WEB_FEATURES } from '../.dependency-cruiser.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** Each case: a file, its import, and the rule that must forbid it, or undefined if it is allowed. */
const cases: [file: string, statement: string, rule: RegExp | undefined][] = [
  [
    'web/a.ts',
    "import '../server/features/catalog/stock/release-and-ship-stock.ts'",
    /^web imports only/,
  ],
  [
    'web/b.ts',
    "import type { Row } from '@freehub/server/features/catalog/stock/release-and-ship-stock'",
    /^web imports only/,
  ],
  ['web/c.ts', "import '../dev/sandbox/main.ts'", /^web imports only/],
  ['web/d.ts', "import { z } from 'zod'", /^the pages do not import zod/],
  [
    'web/e.ts',
    "import { part } from '@freehub/contract/catalog/part-schemas'",
    /^the pages import only types/,
  ],
  ['web/f.ts', "import { type Part } from '@freehub/contract/catalog/part-schemas'", undefined],
  ['web/g.ts', "import { isSoldOut } from '@freehub/contract/catalog/parts'", undefined],
  ['web/api/a.ts', "import '../ui/field.ts'", /^the API client/],
  ['web/ui/a.ts', "import '../features/identity/session.ts'", /^components import/],
  ['web/features/users/a.ts', "import '../../app/routes.ts'", /^features of the pages/],
  ['web/features/users/b.ts', "import '../identity/session.ts'", undefined],
  ['web/features/identity/a.ts', "import '../users/b.ts'", /^web\/features\/identity imports/],
  ['contract/a.ts', "import { z } from 'zod'", /^contract files for the pages/],
  [
    'contract/b.ts',
    "import { part } from './catalog/part-schemas.ts'",
    /^contract files for the pages/,
  ],
  ['contract/c.ts', "import type { z } from 'zod'", undefined],
  [
    'contract/d.ts',
    "import type { Row } from '../server/features/catalog/stock/release-and-ship-stock.ts'",
    /^contract imports/,
  ],
  ['contract/e.ts', "import 'node:fs'", /^contract imports/],
  ['drawings/a.ts', "import '../contract/catalog/parts.ts'", /^drawings import/],
  [
    'server/features/catalog/a.ts',
    "import '../orders/place/place-order.ts'",
    /^server\/features\/catalog imports/,
  ],
  [
    'server/features/catalog/b.ts',
    "import type { O } from '../orders/place/place-order.ts'",
    /^server\/features\/catalog/,
  ],
  ['server/features/reviews/b.ts', "import '../identity/guards.ts'", undefined],
  ['server/features/catalog/d.ts', "import '../../config.ts'", undefined],
  ['server/features/catalog/e.ts', "import '../../app.ts'", /^features of the server import/],
  ['server/features/orders/a.ts', "import '../catalog/stock/release-and-ship-stock.ts'", undefined],
  [
    'server/features/orders/b.ts',
    "import type { S } from '../payments/settle.ts'",
    /^server\/features\/orders/,
  ],
  [
    'server/features/orders/c.ts',
    "import type { Q } from '../../platform/mail/queue-mail.ts'",
    undefined,
  ],
  [
    'server/features/orders/d.ts',
    "import { q } from '../../platform/mail/queue-mail.ts'",
    /^features receive the mail/,
  ],
  [
    'server/features/orders/e.ts',
    "import type { Q } from '../../platform/sms/queue-sms.ts'",
    /^only identity queues SMS/,
  ],
  ['server/features/payments/a.ts', "import '../orders/place/place-order.ts'", undefined],
  [
    'server/features/payments/b.ts',
    "import '../catalog/stock/release-and-ship-stock.ts'",
    /^server\/features\/payments imports/,
  ],
  [
    'server/features/reviews/a.ts',
    "import type { Q } from '../../platform/mail/queue-mail.ts'",
    /queue mails$/,
  ],
  [
    'server/platform/a.ts',
    "import '../features/orders/place/place-order.ts'",
    /^the platform of the server/,
  ],
  ['server/a.ts', "import '../dev/sandbox/main.ts'", /^server imports only/],
  ['server/b.ts', "import '../tests/support/shop/shop.ts'", /^only tests import tests/],
  ['server/c.ts', "import '../web/g.ts'", /^server imports only/],
  ['server/d.ts', "import './missing.ts'", /^every import resolves/],
  [
    'dev/sandbox/a.ts',
    "import type { Part } from '../../contract/catalog/parts.ts'",
    /^the sandbox does not/,
  ],
  [
    'dev/sandbox/b.ts',
    "import { isLoopback } from '@freehub/server/config'",
    /^the sandbox does not/,
  ],
  ['server/features/users/a.ts', "import type { C } from './cycle.ts'", /^no import cycles/],
  ['server/features/users/unused.ts', '', /^every file is used/],
]

/** The files that the cases import, with the same paths as in the repository. */
const importedFiles = [
  'contract/catalog/parts.ts',
  'contract/catalog/part-schemas.ts',
  'dev/sandbox/main.ts',
  'server/app.ts',
  'server/config.ts',
  'server/features/catalog/stock/release-and-ship-stock.ts',
  'server/features/identity/guards.ts',
  'server/features/orders/place/place-order.ts',
  'server/features/payments/settle.ts',
  'server/platform/mail/queue-mail.ts',
  'server/platform/sms/queue-sms.ts',
  'tests/support/shop/shop.ts',
  'web/app/routes.ts',
  'web/features/identity/session.ts',
  'web/ui/field.ts',
]

let folder: string
const violationsByFile = new Map<string, string[]>()

beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(path.join(root, '.cache/imports-'))
  await cp(path.join(root, '.dependency-cruiser.mjs'), path.join(folder, '.dependency-cruiser.mjs'))
  for (const name of ['contract', 'server']) {
    await mkdir(path.join(folder, name))
    await cp(path.join(root, name, 'package.json'), path.join(folder, name, 'package.json'))
  }
  await mkdir(path.join(folder, 'node_modules/@freehub'), { recursive: true })
  await symlink('../../contract', path.join(folder, 'node_modules/@freehub/contract'))
  await symlink('../../server', path.join(folder, 'node_modules/@freehub/server'))
  await symlink(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'))
  for (const file of importedFiles) await write(file, 'export const used = 1\n')
  await write('server/features/users/cycle.ts', "import './a.ts'\n")
  for (const [file, statement] of cases) await write(file, `${statement}\n`)
  await runDependencyCruiser()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(cases.filter(([, , rule]) => rule))('forbids %s: %s', (file, _statement, rule) => {
  expect(violationsByFile.get(file)).toContainEqual(expect.stringMatching(rule as RegExp))
})

test.each(cases.filter(([, , rule]) => !rule))('allows %s: %s', (file) => {
  expect(violationsByFile.get(file)).toBeUndefined()
})

test.each([
  ['server', SERVER_FEATURES],
  ['web', WEB_FEATURES],
])('%s uses each import that is allowed between its features', (workspace, features) => {
  for (const [feature, imported] of Object.entries<string[]>(features)) {
    const files = globSync(`${workspace}/features/${feature}/**/*.{ts,tsx}`, { cwd: root })
    const code = files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n')
    const unused = imported.filter((other) => !code.includes(`../${other}/`))
    expect({ feature, unused }).toEqual({ feature, unused: [] })
  }
})

test.each([
  ['server', SERVER_FEATURES],
  ['web', WEB_FEATURES],
])('no features of %s import each other in a cycle', (workspace, features) => {
  const folders = readdirSync(path.join(root, workspace, 'features'))
  expect(Object.keys(features).toSorted()).toEqual(folders.toSorted())
  const importsOf: Record<string, string[]> = features
  const listReachable = (feature: string, found = new Set<string>()): Set<string> => {
    for (const other of importsOf[feature] ?? []) {
      if (!found.has(other)) listReachable(other, found.add(other))
    }
    return found
  }
  const cyclic = Object.keys(features).filter((feature) => listReachable(feature).has(feature))
  expect(cyclic).toEqual([])
})

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), text)
}

async function runDependencyCruiser(): Promise<void> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = ['contract', 'drawings', 'server', 'web', 'dev', 'tests', '--output-type', 'json']
  const run = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder })
  // dependency-cruiser exits with an error code when it finds violations.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { violations } = JSON.parse(stdout).summary as {
    violations: { from: string; rule: { name: string } }[]
  }
  for (const { from, rule } of violations) {
    violationsByFile.set(from, [...(violationsByFile.get(from) ?? []), rule.name])
  }
}
