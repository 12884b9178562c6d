import { type CallName, calls } from '@freehub/contract/calls'
import { ask, type Question } from './ask.ts'
import { everyCall, FEW } from './calls/every-call.ts'
import type { Asked } from './calls/scenario.ts'
import { nth } from './calls/scenario.ts'
import { type Times, timesOf } from './times.ts'
import type { World } from './world.ts'

const TIMES = 300
const WARM_UP = 5
/** Of what takes long, fewer are asked: but a few, so that there is a median. */
const SECONDS = 5
const AT_LEAST = 3

export type CallTimes = Partial<Record<CallName, Times>>

/**
 * Asks every call of the contract, one after the other, and times each. `failed` hears of those that
 * are not answered as they should be, and have no times.
 */
export async function timeCalls(world: World, failed: (why: string) => void): Promise<CallTimes> {
  const times: CallTimes = {}
  for (const name of Object.keys(everyCall) as CallName[]) {
    try {
      times[name] = await timeCall(world, name, FEW[name] ?? TIMES, FEW[name] ? 0 : WARM_UP)
    } catch (error) {
      failed((error as Error).message)
    }
  }
  return times
}

/** Asks a call so many times, each time about something else. Throws when it is not answered as it should be. */
export async function timeCall(
  world: World,
  name: CallName,
  most: number,
  warmUp = 0,
): Promise<Times> {
  const until = performance.now() + SECONDS * 1000
  const ms: number[] = []
  for (let n = 0; n < most + warmUp; n++) {
    const question = questionOf(world, name, await everyCall[name](world, n), n)
    const answer = await ask(question)
    if (answer.status !== (('status' in calls[name] && calls[name].status) || 200)) {
      throw new Error(
        `${name}: ${question.method} ${question.url}: ${answer.status} ${answer.said}`,
      )
    }
    if (n >= warmUp) ms.push(answer.ms)
    if (performance.now() > until && ms.length >= AT_LEAST) break
  }
  return timesOf(ms)
}

function questionOf(world: World, name: CallName, asked: Asked, n: number): Question {
  const { method, path, access } = calls[name]
  const { params = {}, query, body, file } = asked
  const by = asked.by ?? (access === 'admin' ? world.admin : nth(world.customers, n))
  const place = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  return {
    method,
    url: `${world.url}${place}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      ...(access !== 'public' && { authorization: `Bearer ${by.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  }
}
