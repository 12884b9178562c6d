import path from 'node:path'
import { ForksPoolWorker } from 'vitest/node'

const STARTED = { __vitest_worker_response__: true, type: 'started' }
const STOPPED = { __vitest_worker_response__: true, type: 'stopped' }

/**
 * A worker process for all runs. Vitest would start one per run, which imports the shop and all its
 * packages each time.
 */
export class WarmWorker extends ForksPoolWorker {
  entrypoint = path.join(import.meta.dirname, 'vitest-worker.mjs')
  isWarm = false
  /** Names of the functions that the last measured run executed, by file. */
  executed = {}

  /** @param {{ discarded: string[], isMeasured: boolean }} nextRun is sent to the worker before each run. */
  constructor(options, nextRun) {
    super(options)
    this.nextRun = nextRun
  }

  async start() {
    if (this.isWarm) return
    await super.start()
    this.fork.once('exit', () => process.exit(1))
  }

  on(event, listener) {
    super.on(event, event === 'message' ? (message) => this.receive(message, listener) : listener)
  }

  receive(message, listener) {
    if (message.executed) this.executed = message.executed
    else listener(message)
  }

  send(message) {
    if (message.type === 'stop') this.respond(STOPPED)
    else if (message.type === 'start' && this.isWarm) this.respond(STARTED)
    else {
      if (message.type === 'run') super.send({ nextRun: this.nextRun })
      super.send(message)
    }
    if (message.type === 'start') this.isWarm = true
  }

  respond(message) {
    setImmediate(() => this.fork.emit('message', message))
  }

  async stop() {
    this.fork.removeAllListeners('message')
    this.fork.off('error', this.emitError)
  }
}
