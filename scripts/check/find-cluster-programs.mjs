import { existsSync } from 'node:fs'
import { installDebians, isDebianRoot } from './debian-packages.mjs'

/** What a cluster is made of, and Debian's package of each. */
const PROGRAMS = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

/**
 * Makes sure of the programs of a cluster: those that are missing are installed where root may.
 * Answers what stands in the way.
 * @param {number} deadline
 * @returns {Promise<string | undefined>}
 */
export async function findClusterPrograms(deadline) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'Machines are made of namespaces here, for which it takes Linux and root.'
  }
  const packages = missing()
  if (packages.length === 0) return undefined
  const said = isDebianRoot() ? await installDebians(packages, deadline) : ''
  const left = missing()
  return left.length > 0 ? `${said}\nThese are not here: ${left.join(', ')}.`.trim() : undefined
}

function missing() {
  return Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
}
