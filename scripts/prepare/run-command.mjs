import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command in the repository and forwards signals to it. Returns its exit code, 130 after a signal. Also returns
 * its output, which is empty if stdio is inherited.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    const forward = (signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of FORWARDED) process.off(signal, forward)
      resolve({ code: code ?? 130, output: Buffer.concat(output).toString() })
    })
  })
}

/**
 * Runs npm with this repository's programs first on its PATH.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function runNpm(args, options = {}) {
  const npm = npmCommand(args)
  return runCommand(npm.command, npm.args, { shell: npm.shell, env: envWithLocalBin(), ...options })
}

/**
 * Returns the command that runs the npm which started this process, or else the npm on the PATH. Windows needs a shell
 * for the latter.
 * @param {string[]} args
 * @returns {{ command: string, args: string[], shell?: boolean }}
 */
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return { command: process.execPath, args: [cli, ...args] }
  return { command: 'npm', args, shell: process.platform === 'win32' }
}

/** Returns the environment with node_modules/.bin first on the PATH: the pinned `node`, vite, tsc and so on. */
export function envWithLocalBin() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const bin = path.join(root, 'node_modules/.bin')
  return { ...process.env, [name]: [bin, process.env[name]].join(path.delimiter) }
}
