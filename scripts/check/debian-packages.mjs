import { existsSync } from 'node:fs'
import { runBounded } from './run-bounded.mjs'

/** Whether Debian's packages can be installed here. */
export function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs packages of Debian. Answers what apt-get has said where it could not.
 * @param {string[]} packages
 * @param {number} deadline
 */
export async function installDebians(packages, deadline) {
  console.log(`Installing Debian's ${packages.join(' and ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runBounded('apt-get', ['update'], { deadline, env })
  const how = ['install', '-y', '--no-install-recommends']
  const install = await runBounded('apt-get', [...how, ...packages], { deadline, env })
  return install.code === 0 ? '' : update.output + install.output
}
