import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

/** So long a child waits for more to do before it ends, and gives its memory back. */
const IDLE_MS = 60_000

/** What a child has of the environment: how memory is taken and code is kept, and nothing that is secret. */
const PASSED_ON = /^(LD_|DYLD_|MALLOC_|NODE_COMPILE_CACHE$)/

interface Options {
  /** What takes longer than this, the start of the process included, would never end. */
  patienceMs: number
  idleMs?: number
  /** The most that may live in its heap; what it takes beside that is its own affair. */
  heapMb?: number
}

interface Waiting<Given, Made> {
  given: Given
  made: PromiseWithResolvers<Made>
}

export type Answer<Made> = { made: Made } | { error: unknown }

/** The child died over what it was given, or took too long. */
export class ChildFailed extends Error {}

/**
 * A process of its own that does what it is asked, one after the other in the order in which it comes:
 * what hangs, dies or leaves memory behind does so there alone. It begins with the first that is asked
 * and ends when nothing has come for a while. `program` calls `answerParent`. What is asked and answered is
 * copied as `structuredClone` does. How many may wait is bounded by who asks.
 */
export function openChild<Given, Made>(
  program: URL,
  { patienceMs, idleMs = IDLE_MS, heapMb = 128 }: Options,
) {
  /** The first of them is being made. */
  const waiting: Waiting<Given, Made>[] = []
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined

  /** Rejects with what the program throws, with a ChildFailed, or with why there can be no child. */
  function ask(given: Given): Promise<Made> {
    const made = Promise.withResolvers<Made>()
    waiting.push({ given, made })
    if (waiting.length === 1) beginFirst()
    return made.promise
  }

  function beginFirst() {
    clearTimeout(timer)
    const [first] = waiting
    if (!first) {
      timer = setTimeout(letGo, idleMs).unref()
      return
    }
    timer = setTimeout(giveUp, patienceMs, new ChildFailed('it took too long')).unref()
    try {
      if (!child?.connected) child = start()
      // One that could not be made says so later.
      if (child.connected) child.send(first.given as Serializable)
    } catch (error) {
      giveUp(error)
    }
  }

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=4', `--max-old-space-size=${heapMb}`],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    })
    started.on('message', (answer: Answer<Made>) => {
      if (started !== child) return
      const made = waiting.shift()?.made
      if ('made' in answer) made?.resolve(answer.made)
      else made?.reject(answer.error)
      beginFirst()
    })
    started.on('error', (error) => {
      if (started === child) giveUp(error)
    })
    started.on('exit', (code, signal) => {
      if (started === child) giveUp(new ChildFailed(`it ended by ${signal ?? code}`))
    })
    return started
  }

  /** What is being made; the others wait for a new child. */
  function giveUp(error: unknown) {
    child?.kill('SIGKILL')
    child = undefined
    waiting.shift()?.made.reject(error)
    beginFirst()
  }

  function letGo() {
    child?.disconnect()
    child = undefined
  }

  async function close() {
    clearTimeout(timer)
    for (const { made } of waiting.splice(0)) made.reject(new Error('the shop closes'))
    const closed = child
    child = undefined
    if (!closed?.kill('SIGKILL')) return
    await once(closed, 'exit')
  }

  return { ask, close }
}
