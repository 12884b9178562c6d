import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { exitOnUncaughtError } from '../logging/logger.ts'

/** Time after which an idle child process ends, to free its memory. */
const IDLE_MS = 60_000

/** Variables that the child inherits: settings of loader, memory and compile cache, but no secrets. */
const INHERITED_ENV = /^(LD_|DYLD_|MALLOC_|NODE_COMPILE_CACHE$)/

interface Options {
  /** Maximum time of a task, including the start of the process. */
  timeoutMs: number
  idleMs?: number
  /** Limit of the JavaScript heap. Other memory is not limited. */
  heapMb?: number
}

interface PendingTask<Input, Result> {
  input: Input
  result: PromiseWithResolvers<Result>
}

export type ChildResponse<Result> = { result: Result } | { error: unknown }

/** The error if the child process died during a task, or took too long. */
export class ChildProcessFailed extends Error {}

/**
 * Runs tasks one after another in a child process, which starts with the first task and ends when
 * idle. `program` calls `serveParent`. Callers must limit the number of waiting tasks.
 */
export function openChildProcess<Input, Result>(
  program: URL,
  { timeoutMs, idleMs = IDLE_MS, heapMb = 128 }: Options,
) {
  /** Pending tasks. The first one is running. */
  const tasks: PendingTask<Input, Result>[] = []
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined

  /** Rejects with the error of the program, a ChildProcessFailed, or the error that prevented its start. */
  function run(input: Input): Promise<Result> {
    const result = Promise.withResolvers<Result>()
    tasks.push({ input, result })
    if (tasks.length === 1) runNext()
    return result.promise
  }

  function runNext() {
    clearTimeout(timer)
    const [task] = tasks
    if (!task) {
      timer = setTimeout(disconnect, idleMs).unref()
      return
    }
    timer = setTimeout(
      failRunningTask,
      timeoutMs,
      new ChildProcessFailed('it took too long'),
    ).unref()
    try {
      if (!child?.connected) child = start()
      // If the process could not be started, it emits 'error' later.
      if (child.connected) child.send(task.input as Serializable)
    } catch (error) {
      failRunningTask(error)
    }
  }

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=4', `--max-old-space-size=${heapMb}`],
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => INHERITED_ENV.test(name)),
      ),
    })
    started.on('message', (response: ChildResponse<Result>) => {
      if (started !== child) return
      const task = tasks.shift()
      if ('result' in response) task?.result.resolve(response.result)
      else task?.result.reject(response.error)
      runNext()
    })
    started.on('error', (error) => {
      if (started === child) failRunningTask(error)
    })
    started.on('exit', (code, signal) => {
      if (started === child)
        failRunningTask(new ChildProcessFailed(`it exited with ${signal ?? code}`))
    })
    return started
  }

  /** Fails the running task. The other tasks continue in a new process. */
  function failRunningTask(error: unknown) {
    child?.kill('SIGKILL')
    child = undefined
    tasks.shift()?.result.reject(error)
    runNext()
  }

  function disconnect() {
    child?.disconnect()
    child = undefined
  }

  async function close() {
    clearTimeout(timer)
    for (const { result } of tasks.splice(0)) result.reject(new Error('the shop is shutting down'))
    const ending = child
    child = undefined
    if (!ending?.kill('SIGKILL')) return
    await once(ending, 'exit')
  }

  return { run, close }
}

/** Runs `handle` for each input from the parent process, until the parent disconnects. */
export function serveParent<Input, Result>(handle: (input: Input) => Promise<Result>): void {
  const respond = (response: ChildResponse<Result>) => process.send?.(response)
  exitOnUncaughtError()
  // A killed process does not write the cache on exit.
  flushCompileCache()
  process.on('message', async (input: Input) => {
    try {
      respond({ result: await handle(input) })
    } catch (error) {
      respond({ error })
    }
  })
  process.once('disconnect', () => process.exit())
  // Ctrl-C reaches parent and child. The child ignores it, because the parent waits for the running
  // task.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
