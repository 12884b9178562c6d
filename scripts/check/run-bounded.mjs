import { spawn } from 'node:child_process'
import { root } from '../prepare/root.mjs'
import { withOwnPrograms } from '../prepare/run-command.mjs'

const KILLED_AFTER_MS = 25_000
const running = new Set()

/**
 * Runs a command in a process group of its own, which is ended when the deadline has come. Answers
 * its exit code and what it has said, or with `live` shows that as it comes.
 * @param {string} command
 * @param {string[]} args
 * @param {{ deadline: number, live?: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string, late: boolean }>}
 */
export function runBounded(command, args, { deadline, live = false, env = withOwnPrograms() }) {
  if (Date.now() >= deadline) return Promise.resolve({ code: 1, output: '', late: true })
  return new Promise((resolve) => {
    const stdio = live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, env, stdio, detached: true })
    const output = []
    let late = false
    running.add(child)
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.once('error', (error) => finish(1, error.message))
    child.once('close', (code) => finish(code ?? 1, ''))
    const timer = setTimeout(() => {
      late = true
      endGroup(child)
    }, deadline - Date.now())

    function finish(code, last) {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code, output: Buffer.concat(output).toString() + last, late })
    }
  })
}

/** Ends everything that runs: politely, then for certain. */
export function endAll() {
  for (const child of running) endGroup(child)
}

/** Ends a process group: politely, then for certain. */
export function endGroup(child) {
  signalGroup(child, 'SIGINT')
  setTimeout(() => signalGroup(child, 'SIGKILL'), KILLED_AFTER_MS).unref()
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended by itself.
  }
}
