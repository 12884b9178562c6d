import pg from 'pg'

const READ_ONLY = '25006'

type Answered = (error: Error | undefined, ...rest: unknown[]) => void

/**
 * A client that leaves a server which is of no more use: one that has not answered in time, whose
 * next answer would come behind the last, and one that may only be read since another has taken its
 * place. Its pool makes a new connection then, which may lead elsewhere.
 */
export class LeavingClient extends pg.Client {
  override query(...said: unknown[]): never {
    const answered = said.at(-1)
    if (typeof answered === 'function') {
      said[said.length - 1] = this.#hearing(answered as Answered)
      return super.query(...(said as [never])) as never
    }
    const answer = super.query(...(said as [never])) as unknown
    if (answer instanceof Promise) answer.catch((error) => this.#leaveAfter(error))
    return answer as never
  }

  #hearing(answered: Answered): Answered {
    return (error, ...rest) => {
      if (error) this.#leaveAfter(error)
      answered(error, ...rest)
    }
  }

  #leaveAfter(error: Error & { code?: string }) {
    if (error.code !== READ_ONLY && error.message !== 'Query read timeout') return
    this.end().catch(() => {})
  }
}
