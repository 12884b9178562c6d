/** One round trip of a database client. */
export interface Step {
  statement: string
  application: string
}

/** Before the database receives the step, or after it has executed it and before the client receives the result. */
export type FaultTiming = 'before' | 'after'

/** Cuts the connection, freezes the proxy, or calls a function and then cuts the connection. */
export type Fault = 'cut' | 'freeze' | (() => unknown)

export interface Failpoint {
  timing: FaultTiming
  /** The step at which the fault was triggered, if it was. */
  hit: Step | undefined
  /** Triggers the fault. Resolves when the connection may continue, if it is still open. */
  trigger(cut: () => void): Promise<void>
}

/** The faults planned for a proxy's connections. */
export interface FaultPlan {
  /**
   * Counts steps from now on (with `pattern`, only those whose statement matches) and triggers the fault
   * once, at step number `step`, from 1.
   */
  failAt(options: { step: number; pattern?: RegExp; timing: FaultTiming; fault: Fault }): Failpoint
  /** Removes the failpoint. */
  clear(): void
  /** Lists the steps since `failAt`. */
  listSteps(): Step[]
  /** Holds all messages until `thaw`. Connections stay open. */
  freeze(): void
  thaw(): void
  recordStep(step: Step): Failpoint | undefined
  waitUntilThawed(): Promise<void>
}

export function createFaultPlan(): FaultPlan {
  let armed: (Failpoint & { atStep: number; pattern: RegExp | undefined }) | undefined
  let steps: Step[] = []
  let frozen: { thawed: Promise<void>; thaw: () => void } | undefined

  function freeze() {
    if (frozen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    frozen = { thawed: promise, thaw: resolve }
  }

  return {
    failAt({ step, pattern, timing, fault }) {
      steps = []
      armed = {
        atStep: step,
        pattern,
        timing,
        hit: undefined,
        trigger: (cut) => trigger(fault, cut),
      }
      return armed
    },
    clear() {
      armed = undefined
    },
    listSteps: () => steps,
    freeze,
    thaw() {
      frozen?.thaw()
      frozen = undefined
    },
    recordStep(step) {
      if (!isOperationStep(step) || armed?.pattern?.test(step.statement) === false) return undefined
      steps.push(step)
      if (armed?.atStep !== steps.length || armed.hit) return undefined
      armed.hit = step
      return armed
    },
    waitUntilThawed: async () => frozen?.thawed,
  }

  async function trigger(fault: Fault, cut: () => void) {
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
 * True for statements of a request or operation. False for the job queue's polling, the scheduled jobs'
 * search for work, notifications to other processes and health checks.
 */
function isOperationStep({ application, statement }: Step): boolean {
  return (
    application === 'freehub' &&
    !/^select 1$|pg_notify|for update skip locked|^\s*delete from \w+\s+where \w+ </.test(statement)
  )
}
