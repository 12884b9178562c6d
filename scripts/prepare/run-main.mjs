import { ensureInstalled } from './ensure-installed.mjs'

const MIN_NODE_MAJOR = 20
const POLL_INTERVAL_MS = 250

/**
 * Installs missing packages, then runs a command of package.json. Exits with the code that the
 * command returns, or with 1 and a message if it throws.
 * @param {() => Promise<number | undefined>} run
 */
export async function runMain(run) {
  requireNode()
  endWithNpm()
  try {
    await ensureInstalled()
    process.exitCode = await run()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Exits with a message if this Node is too old to install the pinned one. */
export function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) return
  console.error(
    `This is Node ${process.versions.node}; Freehub needs Node ${MIN_NODE_MAJOR} or later.`,
  )
  process.exit(1)
}

/**
 * Ends this process when npm, its grandparent, is stopped. npm signals only the shell between them, which
 * exits without forwarding the signal.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_INTERVAL_MS)
  timer.unref()
}
