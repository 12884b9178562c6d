import { existsSync } from 'node:fs'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'

const PROGRAM = '/usr/sbin/pgbouncer'
/** Exists under systemd, where installing the package would start a service. */
const SYSTEMD = '/run/systemd/system'
const INSTALL_TIMEOUT_MS = 90_000

/**
 * Installs PgBouncer if it is missing, the user is root on Debian, and there is no systemd to start it.
 * Returns the problem, if any.
 * @param {number} deadline
 * @returns {Promise<{ problem?: string }>}
 */
export async function ensurePgbouncer(deadline) {
  if (existsSync(PROGRAM)) return {}
  const installDeadline = Math.min(deadline, Date.now() + INSTALL_TIMEOUT_MS)
  const canInstall = canInstallDebianPackages() && !existsSync(SYSTEMD)
  const errors = canInstall ? await installDebianPackages(['pgbouncer'], installDeadline) : ''
  if (existsSync(PROGRAM)) return {}
  return { problem: `${errors}\nPgBouncer was not found.`.trim() }
}
