import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@freehub/dev/embedded-database/embedded'
import { findFreePort } from '@freehub/tests/support/network/ports'
import { root } from '../scripts/prepare/root.mjs'
import { type Comparison, compareWithBareServer } from './compare-with-bare-server.ts'
import { compareWithTransaction } from './compare-with-transaction.ts'
import { printCommits, WORKING_COPY } from './print-results.ts'
import { startShop, stopProcess } from './processes.ts'
import { settings } from './settings.ts'

const ROUNDS = 3

/**
 * Compares the working copy with a commit in alternating rounds: reads relative to a bare server,
 * orders relative to the smallest transaction. `npm run bench -- commit 3cebed7a`
 */
const [commit = ''] = process.argv.slice(2)
if (!/^[0-9a-f]{7,40}$/.test(commit)) throw new Error('Name a commit, such as 3cebed7a.')

const folder = join(root, '.cache/commits', commit)
await install(folder, commit)
const rows: [commit: string, Comparison][] = []
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, path] of [
    [commit, folder],
    [WORKING_COPY, root],
  ] as const) {
    for (const comparison of await measureFolder(path)) rows.push([name, comparison])
  }
}
printCommits(rows)

/** Checks the commit out, installs its packages and builds its pages, unless they are built already. */
async function install(path: string, revision: string): Promise<void> {
  if (existsSync(join(path, 'web/dist'))) return
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${revision} | tar -x -C '${path}'`], { cwd: root })
  const run = (...args: string[]) => execFileSync('npm', args, { cwd: path, stdio: 'inherit' })
  run('ci', '--ignore-scripts')
  run('run', 'build')
}

/** Fills a new database with the sample data of the checkout at `path`, and measures its shop. */
async function measureFolder(path: string): Promise<Comparison[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freehub-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const env = settings(postgres.databaseUrl, await findFreePort())
    const { fillDemo } = await import(join(path, 'dev/sample-data/fill-demo.ts'))
    await fillDemo(env)
    const shop = await startShop(env, path)
    const comparisons = await measureShop(`http://127.0.0.1:${env.PORT}`, postgres.databaseUrl)
    await stopProcess(shop)
    return comparisons
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureShop(url: string, databaseUrl: string): Promise<Comparison[]> {
  const parts = (await (await fetch(`${url}/parts?size=6`)).json()) as { _id: string }[]
  return [
    await compareWithBareServer('GET /parts?size=6', url, '/parts?size=6'),
    await compareWithBareServer('GET /parts/{id}', url, `/parts/${parts[0]?._id}`),
    await compareWithTransaction(url, databaseUrl),
  ]
}
