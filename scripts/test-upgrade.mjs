import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './prepare/root.mjs'
import { runCommand, runNpm } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

/** The folder with the unpacked previous release. */
const FOLDER = path.join(root, '.cache/previous-release')
const MIGRATIONS = 'server/migrations'

/**
 * Tests of the previous release that fail by chance, or that new migrations break for a harmless reason. An entry without a
 * test name is a whole file. Empty this list with each release.
 */
const EXCLUDED_TESTS = [
  {
    file: 'server/platform/database/constraints.test.ts',
    reason: 'It lists all constraints and triggers of its own schema.',
  },
  {
    file: 'server/platform/database/migrate/migrate.test.ts',
    name: 'rolls back a failed file, names it, and keeps the files before it',
    reason: 'It looks for a column "note" in all tables. Orders have one now.',
  },
  {
    file: 'server/features/payments/refund-order.test.ts',
    name: 'finishes other refunds when the provider never responds for one',
    reason: 'It fails by chance: a webhook may hold the lock of a refunded order.',
  },
  {
    file: 'server/commands/backup/backup.test.ts',
    name: 'backs up all confirmed orders under load, consistently',
    reason:
      'It compares all sequences, but the sequence of order numbers advances during a backup.',
  },
]

await runMain(async () => {
  const release = await findPreviousRelease()
  if (release) return testUpgradeFrom(release)
  console.log('CHANGELOG.md names no release with its commit: nothing to upgrade from.')
})

async function testUpgradeFrom(revision) {
  console.log(`Running the server tests of ${revision} on a database with the current migrations`)
  await unpack(revision)
  await requireReleasedMigrations()
  await cp(path.join(root, MIGRATIONS), path.join(FOLDER, MIGRATIONS), { recursive: true })
  await warnIfJobQueueChanged()
  for (const test of EXCLUDED_TESTS) await excludeTest(test)
  const { code } = await runNpm(['test', '--', ...listTestFilters()], {
    cwd: FOLDER,
    env: process.env,
    stdio: 'inherit',
  })
  return code
}

async function unpack(revision) {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const archive = path.join(root, '.cache/previous-release.tar')
  await git(['archive', '--output', archive, revision])
  const { code } = await runCommand('tar', ['-xf', archive, '-C', FOLDER])
  await rm(archive)
  if (code !== 0) throw new Error(`${revision} could not be unpacked: see tar's output above.`)
}

/**
 * Requires that released migrations are unchanged. Installations have already applied them, so a
 * change would never reach these.
 */
async function requireReleasedMigrations() {
  for (const name of await readdir(path.join(FOLDER, MIGRATIONS))) {
    const read = (folder) => readFile(path.join(folder, MIGRATIONS, name), 'utf8')
    if ((await read(FOLDER)) !== (await read(root).catch(() => undefined)))
      throw new Error(`${name} is released and must stay as it is: add a new migration.`)
  }
}

/** Returns the commit of the newest release in the changelog whose heading contains it, if there is such a release. */
async function findPreviousRelease() {
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
  const commit = /^## \d+\.\d+\.\d+ \(([0-9a-f]{7,40})\)$/m.exec(changelog)?.[1]
  return commit && (await git(['rev-parse', '--verify', `${commit}^{commit}`])).trim()
}

async function git(args) {
  const { code, output } = await runCommand('git', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (code === 0) return output
  throw new Error(`${output.trim()}\nThe full history is needed: run git fetch --unshallow.`)
}

/** Warns if the version of pg-boss has changed. The upgrade test does not cover its tables, because it creates them itself. */
async function warnIfJobQueueChanged() {
  const versionIn = async (folder) => {
    const { dependencies } = JSON.parse(
      await readFile(path.join(folder, 'server/package.json'), 'utf8'),
    )
    return dependencies['pg-boss']
  }
  const [before, now] = [await versionIn(FOLDER), await versionIn(root)]
  if (before !== now) {
    console.log(`pg-boss changed from ${before} to ${now}: check that both can run concurrently.`)
  }
}

/** Skips a test of the previous release, or removes its file if the test has no name. */
async function excludeTest({ file, name, reason }) {
  console.log(`Excluding ${name ? `“${name}” of ` : ''}${file}: ${reason}`)
  const target = path.join(FOLDER, file)
  if (!name) return rm(target)
  const text = await readFile(target, 'utf8')
  const declaration = `test('${name}'`
  if (!text.includes(declaration)) throw new Error(`There is no test “${name}” in ${file}.`)
  await writeFile(target, text.replace(declaration, `test.skip('${name}'`))
}

function listTestFilters() {
  const filters = process.argv.slice(2)
  return filters.length > 0 ? filters : ['server/']
}
