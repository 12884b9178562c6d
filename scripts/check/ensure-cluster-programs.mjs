import { existsSync } from 'node:fs'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'

/** The programs of a cluster, each with its Debian package. */
const PROGRAMS = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

/**
 * Installs missing cluster programs if the user is root on Debian. Returns the problem, if any.
 * @param {number} deadline
 * @returns {Promise<string | undefined>}
 */
export async function ensureClusterPrograms(deadline) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'The cluster tests need Linux and root, because each machine is a network namespace.'
  }
  const packages = listMissingPackages()
  if (packages.length === 0) return undefined
  const errors = canInstallDebianPackages() ? await installDebianPackages(packages, deadline) : ''
  const missing = listMissingPackages()
  return missing.length > 0
    ? `${errors}\nInstall these Debian packages: ${missing.join(', ')}.`.trim()
    : undefined
}

function listMissingPackages() {
  return Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
}
