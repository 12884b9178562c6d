import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebians, isDebianRoot } from './check/debian-packages.mjs'
import { endAll, runBounded } from './check/run-bounded.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runNpm, withOwnPrograms } from './prepare/run-command.mjs'

const ALL_WITHIN_MS = 45 * 60_000

/** The programs that look at what is in deploy/, and the packages of Debian that bring them. */
const PROGRAMS = {
  caddy: ['caddy'],
  'docker-compose': ['docker-compose'],
  kubectl: ['kubernetes-client'],
  nginx: ['nginx-light'],
  openssl: ['openssl'],
  podman: ['podman', 'buildah', 'runc', 'debootstrap'],
  promtool: ['prometheus'],
  shellcheck: ['shellcheck'],
  yamllint: ['yamllint'],
}

requireNode()
endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
const deadline = Date.now() + ALL_WITHIN_MS

try {
  await ensureInstalled()
  await ensureBuilt()
  await ensureTypes()
  await installPrograms()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config=deploy/checks/vitest.config.ts']
  const { code, late } = await runBounded(
    await findNode(),
    [...args, '--reporter=verbose', ...process.argv.slice(2)],
    { deadline, live: true, env: withOwnPrograms() },
  )
  if (late) console.log('They took too long and were ended.')
  process.exitCode = code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function ensureTypes() {
  const { code, output } = await runNpm(['ci', '--loglevel=error'], {
    cwd: 'deploy/checks',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new Error(`${output}\nKubernetes' types could not be installed.`)
}

/** Whatever is missing then is skipped, and said so. */
async function installPrograms() {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !isThere(program))
  if (missing.length === 0 || !isDebianRoot()) return
  const said = await installDebians(
    missing.flatMap(([, packages]) => packages),
    deadline,
  )
  if (said) console.log(said)
}

function isThere(program) {
  const folders = ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.some((folder) => existsSync(path.join(folder, program)))
}
