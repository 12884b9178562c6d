import pg from 'pg'

const READ_ONLY = '25006'

/**
 * A client that leaves a server which is of no more use: one that has not answered in time, whose
 * next answer would come behind the last, and one that may only be read since another has taken its
 * place. Its pool makes a new connection then, which may lead elsewhere. A query of the pool itself passes a
 * callback, and the pool closes its connection after any error.
 */
export class LeavingClient extends pg.Client {
  override query(...said: unknown[]): never {
    const answer = super.query(...(said as [never])) as unknown
    if (answer instanceof Promise) answer.catch((error) => this.#leaveAfter(error))
    return answer as never
  }

  #leaveAfter(error: Error & { code?: string }) {
    if (error.code !== READ_ONLY && error.message !== 'Query read timeout') return
    this.end().catch(() => {})
  }
}
