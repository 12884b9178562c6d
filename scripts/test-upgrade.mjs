import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { root } from './prepare/root.mjs'
import { runCommand, runNpm } from './prepare/run-command.mjs'

/** Where the release before this one is unpacked. */
const FOLDER = path.join(root, '.cache/previous-release')
const MIGRATIONS = 'server/migrations'

requireNode()
endWithNpm()
try {
  const revision = await previousRelease()
  console.log(`The server tests of ${revision}, on a database that has the migrations of today`)
  await unpack(revision)
  await warnOfJobs()
  process.exitCode = (
    await runNpm(['test', '--', ...testsWanted()], { cwd: FOLDER, env: process.env })
  ).code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/**
 * What the shop does while a new version has migrated and the last one still serves. The migrations
 * lie beside those that the last version had, and its own tests make their databases of them all.
 */
async function unpack(revision) {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const archive = path.join(root, '.cache/previous-release.tar')
  await git(['archive', '--output', archive, revision])
  const { code } = await runCommand('tar', ['-xf', archive, '-C', FOLDER])
  await rm(archive)
  if (code !== 0) throw new Error(`${revision} could not be unpacked: tar says above why.`)
  await cp(path.join(root, MIGRATIONS), path.join(FOLDER, MIGRATIONS), { recursive: true })
}

/** The newest release of the changelog, whose headings say of which commit it is. */
async function previousRelease() {
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
  const commit = /^## \d+\.\d+\.\d+ \(([0-9a-f]{7,40})\)$/m.exec(changelog)?.[1]
  if (!commit) throw new Error('CHANGELOG.md names no release: write ## 0.1.0 (its commit).')
  return (await git(['rev-parse', '--verify', `${commit}^{commit}`])).trim()
}

async function git(args) {
  const { code, output } = await runCommand('git', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (code === 0) return output
  throw new Error(`${output.trim()}\nThe whole history is needed: git fetch --unshallow.`)
}

/** The job queue's tables are made by the job queue itself. */
async function warnOfJobs() {
  const versionIn = async (folder) => {
    const { dependencies } = JSON.parse(
      await readFile(path.join(folder, 'server/package.json'), 'utf8'),
    )
    return dependencies['pg-boss']
  }
  const [before, now] = [await versionIn(FOLDER), await versionIn(root)]
  if (before !== now) {
    console.log(`pg-boss was ${before} and is ${now}: read what it says of both at once.`)
  }
}

function testsWanted() {
  const given = process.argv.slice(2)
  return given.length > 0 ? given : ['server/']
}
