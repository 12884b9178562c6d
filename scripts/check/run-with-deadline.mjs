import { spawn, spawnSync } from 'node:child_process'
import { root } from '../prepare/root.mjs'
import { envWithLocalBin, npmCommand } from '../prepare/run-command.mjs'

const KILL_AFTER_MS = 25_000
const running = new Set()

/**
 * Runs a script of package.json. Returns its output or another problem if it fails, else undefined.
 * @param {string} script
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<string | undefined>}
 */
export async function runNpmScript(script, deadline) {
  const { command, args, shell } = npmCommand(['run', '--silent', script])
  const { code, output, timedOut } = await runWithDeadline(command, args, { deadline, shell })
  if (code === 0) return undefined
  if (timedOut) return `${output}\nThe time limit was reached.`
  return output || `npm run ${script} failed with exit code ${code}.`
}

/**
 * Runs a command in its own process group and ends the group at the deadline (milliseconds since 1970). Returns the
 * exit code and the output. With `live`, prints the output and returns an empty one.
 * @param {string} command
 * @param {string[]} args
 * @param {{ deadline: number, live?: boolean, shell?: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function runWithDeadline(
  command,
  args,
  { deadline, live = false, shell = false, env = envWithLocalBin() },
) {
  if (Date.now() >= deadline) return Promise.resolve({ code: 1, output: '', timedOut: true })
  return new Promise((resolve) => {
    const stdio = live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, env, stdio, shell, detached: true })
    const output = []
    let timedOut = false
    running.add(child)
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.once('error', (error) => finish(1, error.message))
    child.once('close', (code) => finish(code ?? 1, ''))
    const timer = setTimeout(() => {
      timedOut = true
      endProcessGroup(child)
    }, deadline - Date.now())

    function finish(code, message) {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code, output: Buffer.concat(output).toString() + message, timedOut })
    }
  })
}

/** Ends all running process groups: SIGINT, then SIGKILL. */
export function endAllProcesses() {
  for (const child of running) endProcessGroup(child)
}

/** Ends a process group: SIGINT, then SIGKILL after 25 seconds. Windows ends all its processes at once. */
export function endProcessGroup(child) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    return
  }
  signalProcessGroup(child, 'SIGINT')
  setTimeout(() => signalProcessGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref()
}

function signalProcessGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process has already exited.
  }
}
