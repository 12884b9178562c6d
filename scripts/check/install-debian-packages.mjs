import { existsSync } from 'node:fs'
import { runWithDeadline } from './run-with-deadline.mjs'

/** Returns whether this is a Debian system and the user is root. */
export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs Debian packages. Returns apt-get's output if it failed, otherwise an empty string.
 * @param {string[]} packages
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 */
export async function installDebianPackages(packages, deadline) {
  console.log(`Installing the Debian packages ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runWithDeadline('apt-get', ['update'], { deadline, env })
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  const install = await runWithDeadline('apt-get', args, { deadline, env })
  return install.code === 0 ? '' : update.output + install.output
}
