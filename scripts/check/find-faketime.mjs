import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { installDebians, isDebianRoot } from './debian-packages.mjs'

const LIBRARIES = '/usr/lib'

/**
 * libfaketime, which sets a process another clock: the one that is there, else Debian's package
 * where root may install it. Answers its path, or what stands in the way.
 * @param {number} deadline
 * @returns {Promise<{ library?: string, problem?: string }>}
 */
export async function findFaketime(deadline) {
  const present = presentFaketime()
  if (present) return { library: present }
  const said = isDebianRoot() ? await installDebians(['libfaketime'], deadline) : ''
  const library = presentFaketime()
  return library ? { library } : { problem: `${said}\nThere is no libfaketime here.`.trim() }
}

function presentFaketime() {
  if (!existsSync(LIBRARIES)) return undefined
  return readdirSync(LIBRARIES)
    .map((folder) => path.join(LIBRARIES, folder, 'faketime/libfaketime.so.1'))
    .find((library) => existsSync(library))
}
