import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const CLIENTS = 6

/** A JSON body of almost 64 KiB, the limit of most calls, with as many keys as possible. */
const manyKeys = `{${Array.from({ length: 7_000 }, (_, n) => `"${n.toString(36)}":0`).join(',')}}`
/** Webhooks accept larger bodies. */
const webhook = 'x'.repeat(256 * 1024 - 1)

/** Requests that need no sign-in, with the most expensive bodies. */
const requests = [
  { path: '/api/auth/sign-out', body: manyKeys },
  { path: '/api/auth/sign-in/email', body: manyKeys },
  { method: 'PUT', path: '/user/a%40b.example', body: manyKeys },
  { path: '/booking', body: manyKeys },
  { path: '/api/webhooks/stripe', body: webhook },
]

const words = ['chain', 'hub', 'rotor', 'spoke', 'tyre', 'cable', 'pedal', 'saddle', 'brake', 'rim']

/** A visitor searches five times a second. */
const SEARCH_EVERY_MS = 200

/** Searches per second during the attack and alone, and the ratio of both. */
export interface AttackComparison {
  attacked: number
  alone: number
  ratio: number
}

/**
 * Compares searches per second of one visitor with and without six clients that send expensive bodies. Each
 * search differs, so that none is cached. `seconds`: duration of each measurement.
 */
export async function compareWithAttack(url: string, seconds = 60): Promise<AttackComparison> {
  const alone = await measureSearches(url, seconds, 'a')
  const attackers = new Worker(new URL(import.meta.url), { workerData: { url, seconds } })
  const ended = once(attackers, 'message')
  const attacked = await measureSearches(url, seconds, 'b')
  const [statuses] = await ended
  console.log(
    `\nResponses to expensive bodies in ${seconds} s, by status: ${JSON.stringify(statuses)}`,
  )
  return { attacked, alone, ratio: attacked / alone }
}

/** Returns searches per second, at most five. Also prints the mean response time. */
async function measureSearches(url: string, seconds: number, suffix: string): Promise<number> {
  const end = Date.now() + seconds * 1000
  let count = 0
  let waitedMs = 0
  for (let startedAt = Date.now(); startedAt < end; startedAt = Date.now(), count++) {
    const word = words[count % words.length]
    const response = await fetch(`${url}/parts?search=${word}%20${suffix}${count}`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A search returned status ${response.status}.`)
    const tookMs = Date.now() - startedAt
    waitedMs += tookMs
    await setTimeout(Math.max(0, SEARCH_EVERY_MS - tookMs))
  }
  console.log(`${count} searches, ${Math.round(waitedMs / count)} ms each`)
  return count / seconds
}

if (!isMainThread && workerData?.seconds) {
  const { url, seconds } = workerData
  const statuses: Record<number, number> = {}
  const end = Date.now() + seconds * 1000
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => send(url, end, n, statuses)))
  parentPort?.postMessage(statuses)
}

/** Sends one request after the other and counts the responses by status. */
async function send(url: string, end: number, first: number, statuses: Record<number, number>) {
  const headers = {
    origin: url,
    'content-type': 'application/json',
    'stripe-signature': 't=1,v1=00',
    cookie: `freehub-session-${new URL(url).port}=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`,
  }
  for (let n = first; Date.now() < end; n++) {
    const { method = 'POST', path, body } = requests[n % requests.length] as (typeof requests)[0]
    const response = await fetch(url + path, { method, headers, body })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
}
