const LOOK_EVERY_MS = 250

/**
 * Ends this process when npm, which has started it, is ended: npm signals the shell between them,
 * and that dies without passing the signal on.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}
