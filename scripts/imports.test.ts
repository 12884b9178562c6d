import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Each names a file, what it imports, and the rule that must say no to it, if one must. */
const planted: [file: string, statement: string, rule: RegExp | undefined][] = [
  ['web/a.ts', "import '../server/parts/stock.ts'", /^web imports/],
  ['web/b.ts', "import type { Row } from '../server/parts/stock.ts'", /^web imports/],
  ['web/c.ts', "import type { Row } from '@freehub/server/parts/stock'", /^web imports/],
  ['web/d.ts', "import '../sandbox/main.ts'", /^web imports/],
  ['web/e.ts', "import { z } from 'zod'", /^zod stays out/],
  ['web/f.ts', "import { part } from '@freehub/contract/wire/parts'", /^the wire schemas/],
  ['web/g.ts', "import { type Part } from '@freehub/contract/wire/parts'", undefined],
  ['web/h.ts', "import { isSoldOut } from '@freehub/contract/parts'", undefined],
  ['contract/a.ts', "import { z } from 'zod'", /^what the pages use of contract/],
  ['contract/b.ts', "import { part } from './wire/parts.ts'", /^what the pages use of contract/],
  ['contract/c.ts', "import type { z } from 'zod'", undefined],
  ['contract/d.ts', "import type { Row } from '../server/parts/stock.ts'", /^contract imports/],
  ['contract/e.ts', "import 'node:fs'", /^contract imports/],
  ['server/parts/a.ts', "import '../orders/place-order.ts'", /^server\/parts imports/],
  ['server/parts/b.ts', "import type { O } from '../orders/place-order.ts'", /^server\/parts/],
  ['server/parts/c.ts', "import { askerOf } from '../identity/guards.ts'", undefined],
  ['server/parts/d.ts', "import type { Auth } from '../identity/auth.ts'", /^server\/parts/],
  ['server/parts/e.ts', "import '../config.ts'", undefined],
  ['server/orders/a.ts', "import '../parts/stock.ts'", undefined],
  ['server/orders/b.ts', "import type { S } from '../payments/settle.ts'", /^server\/orders/],
  ['server/orders/c.ts', "import type { Q } from '../mail/queue-mail.ts'", undefined],
  ['server/orders/d.ts', "import { q } from '../mail/queue-mail.ts'", /handed the mail queue/],
  ['server/identity/a.ts', "import type { Q } from '../mail/queue-mail.ts'", undefined],
  ['server/identity/b.ts', "import { q } from '../mail/queue-mail.ts'", /handed the mail queue/],
  ['server/identity/c.ts', "import '../mail/send-mails.ts'", /^server\/identity imports/],
  ['server/orders/e.ts', "import type { Q } from '../texts/queue-text.ts'", /^texts are queued/],
  ['server/payments/a.ts', "import '../orders/place-order.ts'", undefined],
  ['server/payments/b.ts', "import '../parts/stock.ts'", /^server\/payments imports/],
  ['server/reviews/a.ts', "import '../users/profile.ts'", /^server\/reviews imports/],
  ['server/reviews/b.ts', "import type { Q } from '../mail/queue-mail.ts'", /^mails are queued/],
  ['server/parts/f.ts', "import '../app.ts'", /^server\/parts imports/],
  ['server/a.ts', "import '../sandbox/main.ts'", /^nobody imports sandbox/],
  ['server/b.ts', "import './testing/shop.ts'", /^what is not a test/],
  ['server/c.ts', "import '../web/h.ts'", /^server imports/],
  ['server/d.ts', "import './nowhere.ts'", /^every import leads somewhere/],
  ['sandbox/a.ts', "import type { Part } from '../contract/parts.ts'", /^sandbox knows nothing/],
  ['sandbox/b.ts', "import { isLoopback } from '@freehub/server/config'", /^sandbox knows nothing/],
  ['server/users/a.ts', "import './circle.ts'", /^no circles/],
  ['server/users/alone.ts', '', /^every file is used/],
]

/** What they import, in the places of the repository's own. */
const imported = [
  'contract/parts.ts',
  'contract/wire/parts.ts',
  'server/app.ts',
  'server/config.ts',
  'server/identity/auth.ts',
  'server/identity/guards.ts',
  'server/mail/queue-mail.ts',
  'server/mail/send-mails.ts',
  'server/orders/place-order.ts',
  'server/parts/stock.ts',
  'server/payments/settle.ts',
  'server/testing/shop.ts',
  'server/texts/queue-text.ts',
  'server/users/profile.ts',
  'sandbox/main.ts',
]

let folder: string
const found = new Map<string, string[]>()

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
  for (const file of imported) await write(file, 'export const used = 1\n')
  await write('server/users/circle.ts', "import './a.ts'\n")
  for (const [file, statement] of planted) await write(file, `${statement}\n`)
  await cruise()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(planted.filter(([, , rule]) => rule))('refused: %s: %s', (file, _statement, rule) => {
  expect(found.get(file)).toContainEqual(expect.stringMatching(rule as RegExp))
})

test.each(planted.filter(([, , rule]) => !rule))('allowed: %s: %s', (file) => {
  expect(found.get(file)).toBeUndefined()
})

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), text)
}

async function cruise(): Promise<void> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = ['contract', 'server', 'web', 'sandbox', '--output-type', 'json']
  const run = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder })
  // It says by its exit code that it has found something.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { violations } = JSON.parse(stdout).summary as {
    violations: { from: string; rule: { name: string } }[]
  }
  for (const { from, rule } of violations) {
    found.set(from, [...(found.get(from) ?? []), rule.name])
  }
}
