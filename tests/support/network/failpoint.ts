/** One round trip of a client: what it asked the database, and what it calls itself. */
export interface Step {
  statement: string
  application: string
}

/** Before the database hears of the step, or after it has done it and before anybody hears of that. */
export type Moment = 'before' | 'after'

/** What goes wrong there; something that is done ends with the connection cut. */
export type Fault = 'cut' | 'freeze' | (() => unknown)

export interface Failpoint {
  when: Moment
  /** The step that was hit, once it was. */
  hit: Step | undefined
  /** Does what goes wrong; comes back when the connection, if it is still there, may go on. */
  strike(cut: () => void): Promise<void>
}

/** What is to go wrong on a proxy's connections. */
export interface Plan {
  /**
   * From now on the steps are counted, or `of` them those with such a statement alone, and at this one of them,
   * from 1, the fault strikes, once.
   */
  failAt(at: { step: number; of?: RegExp; when: Moment; fault: Fault }): Failpoint
  /** Takes the failpoint away. */
  forget(): void
  /** The steps since `failAt`. */
  seen(): Step[]
  /** Nothing gets through, and nobody is told, until `thaw`. */
  freeze(): void
  thaw(): void
  meet(step: Step): Failpoint | undefined
  untilThawed(): Promise<void>
}

export function planOf(): Plan {
  let armed: (Failpoint & { at: number; of: RegExp | undefined }) | undefined
  let steps: Step[] = []
  let frozen: { thawed: Promise<void>; thaw: () => void } | undefined

  function freeze() {
    if (frozen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    frozen = { thawed: promise, thaw: resolve }
  }

  return {
    failAt({ step, of, when, fault }) {
      steps = []
      armed = { at: step, of, when, hit: undefined, strike: (cut) => strike(fault, cut) }
      return armed
    },
    forget() {
      armed = undefined
    },
    seen: () => steps,
    freeze,
    thaw() {
      frozen?.thaw()
      frozen = undefined
    },
    meet(step) {
      if (!isOurs(step) || armed?.of?.test(step.statement) === false) return undefined
      steps.push(step)
      if (armed?.at !== steps.length || armed.hit) return undefined
      armed.hit = step
      return armed
    },
    untilThawed: async () => frozen?.thawed,
  }

  async function strike(fault: Fault, cut: () => void) {
    if (fault === 'freeze') {
      freeze()
      await frozen?.thawed
      return
    }
    if (fault !== 'cut') await fault()
    cut()
  }
}

/**
 * The shop's own work on what somebody asks of it: not its job queue's, which asks all the time,
 * nor its rounds' looking for work, nor its telling the other processes,
 * nor its asking whether the database is there.
 */
function isOurs({ application, statement }: Step): boolean {
  return (
    application === 'freehub' &&
    !/^select 1$|pg_notify|for update skip locked|^\s*delete from \w+\s+where \w+ </.test(statement)
  )
}
