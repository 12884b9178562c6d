import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  canInstallDebianPackages,
  installDebianPackages,
} from './check/install-debian-packages.mjs'
import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/find-node.mjs'
import { envWithLocalBin, runNpm } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const TIMEOUT_MS = 45 * 60_000

/** The programs that check deploy/, with the Debian packages that contain them. */
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)
const deadline = Date.now() + TIMEOUT_MS

await runMain(async () => {
  await ensureBuilt()
  await installKubernetesTypes()
  await installPrograms()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config=deploy/checks/vitest.config.ts']
  const { code, timedOut } = await runWithDeadline(
    await findNode(),
    [...args, '--reporter=verbose', ...process.argv.slice(2)],
    { deadline, live: true, env: envWithLocalBin() },
  )
  if (timedOut) console.log('The checks were stopped at the time limit.')
  return code
})

async function installKubernetesTypes() {
  const { code, output } = await runNpm(['ci', '--loglevel=error'], {
    cwd: 'deploy/checks',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new Error(`${output}\nThe Kubernetes types could not be installed.`)
}

/**
 * Installs missing programs. If a program is still missing, its checks are skipped and listed as
 * skipped.
 */
async function installPrograms() {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !isInstalled(program))
  if (missing.length === 0 || !canInstallDebianPackages()) return
  const errors = await installDebianPackages(
    missing.flatMap(([, packages]) => packages),
    deadline,
  )
  if (errors) console.log(errors)
}

function isInstalled(program) {
  const folders = ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.some((folder) => existsSync(path.join(folder, program)))
}
