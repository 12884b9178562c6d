import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'

const LIBRARIES = '/usr/lib'

/**
 * Finds libfaketime, which gives a process another clock, or installs Debian's package as root.
 * Returns its path, or the problem.
 * @param {number} deadline
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
