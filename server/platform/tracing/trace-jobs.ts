import { context, ROOT_CONTEXT, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { PgBoss } from 'pg-boss'

/** The work as a trace of its own, by this name. */
async function inSpan<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, {}, ROOT_CONTEXT)
  try {
    return await context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

export type Rounds = Record<string, () => Promise<unknown>>

/** Makes a trace of each round of each job in the background. */
export function tracedRounds(tracer: Tracer, jobs: Rounds): Rounds {
  const traced = Object.entries(jobs).map(([name, job]) => [
    name,
    () => inSpan(tracer, `round ${name}`, job),
  ])
  return Object.fromEntries(traced)
}

/** Makes a trace of each handful of jobs that is taken from a queue. To be called before work on them begins. */
export function traceJobs(tracer: Tracer, boss: Pick<PgBoss, 'work'>): void {
  const work = boss.work.bind(boss) as (...given: unknown[]) => Promise<string>
  boss.work = ((queue: string, ...given: unknown[]) => {
    const handler = given.pop() as (jobs: unknown[]) => Promise<unknown>
    return work(queue, ...given, (jobs: unknown[]) =>
      inSpan(tracer, `job ${queue}`, () => handler(jobs)),
    )
  }) as typeof boss.work
}
