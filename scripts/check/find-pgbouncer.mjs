import { existsSync } from 'node:fs'
import { installDebians, isDebianRoot } from './debian-packages.mjs'

const PROGRAM = '/usr/sbin/pgbouncer'
/** Where this is, the package would start a service. */
const SYSTEMD = '/run/systemd/system'
const INSTALL_WITHIN_MS = 90_000

/**
 * Sees to it that PgBouncer is there, by Debian's package where root may install it and nothing is
 * started by that. Answers what stands in the way, if anything.
 * @param {number} deadline
 * @returns {Promise<{ problem?: string }>}
 */
export async function findPgbouncer(deadline) {
  if (existsSync(PROGRAM)) return {}
  const within = Math.min(deadline, Date.now() + INSTALL_WITHIN_MS)
  const mayInstall = isDebianRoot() && !existsSync(SYSTEMD)
  const said = mayInstall ? await installDebians(['pgbouncer'], within) : ''
  if (existsSync(PROGRAM)) return {}
  return { problem: `${said}\nThere is no PgBouncer here.`.trim() }
}
