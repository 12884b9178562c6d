import type { FastifyBaseLogger } from 'fastify'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Creates the logger at a request's first log line, because most requests log nothing. */
export class LazyLogger implements Pick<FastifyBaseLogger, Level | 'level' | 'child'> {
  readonly #create: () => FastifyBaseLogger
  readonly #parent: FastifyBaseLogger
  #logger: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, create: () => FastifyBaseLogger) {
    this.#parent = parent
    this.#create = create
  }

  get #created(): FastifyBaseLogger {
    this.#logger ??= this.#create()
    return this.#logger
  }

  get level() {
    return this.#parent.level
  }

  trace(...args: unknown[]) {
    this.#log('trace', args)
  }
  debug(...args: unknown[]) {
    this.#log('debug', args)
  }
  info(...args: unknown[]) {
    this.#log('info', args)
  }
  warn(...args: unknown[]) {
    this.#log('warn', args)
  }
  error(...args: unknown[]) {
    this.#log('error', args)
  }
  fatal(...args: unknown[]) {
    this.#log('fatal', args)
  }
  silent() {}
  child(...args: Parameters<FastifyBaseLogger['child']>) {
    return this.#created.child(...args)
  }

  #log(level: Level, args: unknown[]) {
    ;(this.#created[level] as (...args: unknown[]) => void)(...args)
  }
}
