import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from './install-debian-packages.mjs'

const PGBOUNCER = '/usr/sbin/pgbouncer'
/** Exists if systemd runs. Then the installation of the package would start a service. */
const SYSTEMD = '/run/systemd/system'
const INSTALL_TIMEOUT_MS = 90_000

/**
 * Installs PgBouncer if it is missing, the user is root on Debian, and there is no systemd to start it.
 * Returns the problem, if any.
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<string | undefined>}
 */
export async function ensurePgbouncer(deadline) {
  if (existsSync(PGBOUNCER)) return undefined
  const installDeadline = Math.min(deadline, Date.now() + INSTALL_TIMEOUT_MS)
  const canInstall = canInstallDebianPackages() && !existsSync(SYSTEMD)
  const errors = canInstall ? await installDebianPackages(['pgbouncer'], installDeadline) : ''
  if (existsSync(PGBOUNCER)) return undefined
  return `${errors}\nPgBouncer was not found.`.trim()
}

/** The programs of a cluster, each with its Debian package. */
const CLUSTER_PROGRAMS = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

/**
 * Installs missing cluster programs if the user is root on Debian. Returns the problem if a program is still missing,
 * or if the user is not root on Linux.
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<string | undefined>}
 */
export async function ensureClusterPrograms(deadline) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'The cluster tests need Linux and root, because each machine is a network namespace.'
  }
  return ensurePrograms(CLUSTER_PROGRAMS, deadline)
}

/** Browsers other than Chromium with their drivers, each with its Debian package. */
const BROWSER_PROGRAMS = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
}

/**
 * Installs Firefox and WebKitGTK if they are missing and the user is root on Debian. Returns the problem, if any.
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<string | undefined>}
 */
export function ensureBrowsers(deadline) {
  return ensurePrograms(BROWSER_PROGRAMS, deadline)
}

/**
 * Installs the packages of missing programs. Returns the problem if a program is still missing.
 * @param {Record<string, string>} programs each with its Debian package
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<string | undefined>}
 */
async function ensurePrograms(programs, deadline) {
  const packages = listMissingPackages(programs)
  if (packages.length === 0) return undefined
  const errors = canInstallDebianPackages() ? await installDebianPackages(packages, deadline) : ''
  const missing = listMissingPackages(programs)
  return missing.length > 0
    ? `${errors}\nInstall these Debian packages: ${missing.join(', ')}.`.trim()
    : undefined
}

function listMissingPackages(programs) {
  return Object.entries(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
}

const LIBRARIES = '/usr/lib'

/**
 * Finds libfaketime, which gives a process another clock, or installs Debian's package as root.
 * Returns its path, or the problem.
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<{ library?: string, problem?: string }>}
 */
export async function findFaketime(deadline) {
  const present = findInstalledFaketime()
  if (present) return { library: present }
  const errors = canInstallDebianPackages()
    ? await installDebianPackages(['libfaketime'], deadline)
    : ''
  const library = findInstalledFaketime()
  return library ? { library } : { problem: `${errors}\nlibfaketime was not found.`.trim() }
}

function findInstalledFaketime() {
  if (!existsSync(LIBRARIES)) return undefined
  return readdirSync(LIBRARIES)
    .map((folder) => path.join(LIBRARIES, folder, 'faketime/libfaketime.so.1'))
    .find((library) => existsSync(library))
}
