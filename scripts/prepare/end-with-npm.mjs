const POLL_INTERVAL_MS = 250

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
