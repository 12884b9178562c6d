import { context, ROOT_CONTEXT, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { PgBoss } from 'pg-boss'

/** Runs the work in its own trace with this name. */
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

export type ScheduledJobs = Record<string, () => Promise<unknown>>

/** Creates a trace for each run of each scheduled job. */
export function traceScheduledJobs(tracer: Tracer, jobs: ScheduledJobs): ScheduledJobs {
  const traced = Object.entries(jobs).map(([name, job]) => [
    name,
    () => inSpan(tracer, `scheduled job ${name}`, job),
  ])
  return Object.fromEntries(traced)
}

/** Creates a trace for each batch of jobs from a queue. Call it before any worker starts. */
export function traceQueueJobs(tracer: Tracer, boss: Pick<PgBoss, 'work'>): void {
  const work = boss.work.bind(boss) as (...args: unknown[]) => Promise<string>
  boss.work = ((queue: string, ...args: unknown[]) => {
    const handler = args.pop() as (jobs: unknown[]) => Promise<unknown>
    return work(queue, ...args, (jobs: unknown[]) =>
      inSpan(tracer, `job ${queue}`, () => handler(jobs)),
    )
  }) as typeof boss.work
}
