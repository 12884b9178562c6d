import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Comparison } from './reading.ts'

const CLIENTS = 6

/** A JSON body of almost 64 KiB, which most calls accept, with as many keys as fit in. */
const manyKeys = `{${Array.from({ length: 7_000 }, (_, n) => `"${n.toString(36)}":0`).join(',')}}`
/** A webhook's body may be larger. */
const webhook = 'x'.repeat(256 * 1024 - 1)

/** Requests that anybody can send, with bodies that cost the most. */
const requests = [
  { path: '/api/auth/sign-out', body: manyKeys },
  { path: '/api/auth/sign-in/email', body: manyKeys },
  { method: 'PUT', path: '/user/a%40b.example', body: manyKeys },
  { path: '/booking', body: manyKeys },
  { path: '/api/webhooks/stripe', body: webhook },
]

const words = ['chain', 'hub', 'rotor', 'spoke', 'tyre', 'cable', 'pedal', 'saddle', 'brake', 'rim']

/** A visitor who types searches five times a second, as the penetration test did. */
const SEARCH_EVERY_MS = 200

/**
 * Searches per second of one visitor while six clients send the worst bodies, beside the same without
 * them. No search is asked twice, so that none comes from a cache. `seconds`: how long each lasts.
 */
export async function compareUnderAttack(url: string, seconds = 60): Promise<Comparison> {
  const alone = await searchesPerSecond(url, seconds, 'a')
  const attackers = new Worker(new URL(import.meta.url), { workerData: { url, seconds } })
  const ended = once(attackers, 'message')
  const beside = await searchesPerSecond(url, seconds, 'b')
  const [statuses] = await ended
  console.log(
    `\nAnswers to the worst bodies in ${seconds} s, by status: ${JSON.stringify(statuses)}`,
  )
  return { what: 'search beside the worst bodies', shop: beside, bare: alone }
}

async function searchesPerSecond(url: string, seconds: number, mark: string): Promise<number> {
  const end = Date.now() + seconds * 1000
  let count = 0
  let waitedMs = 0
  for (let began = Date.now(); began < end; began = Date.now(), count++) {
    const word = words[count % words.length]
    const response = await fetch(`${url}/parts?search=${word}%20${mark}${count}`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A search answered ${response.status}.`)
    const tookMs = Date.now() - began
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

/** Sends one body after the other, and counts the answers by status. */
async function send(url: string, end: number, first: number, statuses: Record<number, number>) {
  const headers = {
    ...{ origin: url, 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    cookie: `freehub-session-${new URL(url).port}=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`,
  }
  for (let n = first; Date.now() < end; n++) {
    const { method = 'POST', path, body } = requests[n % requests.length] as (typeof requests)[0]
    const response = await fetch(url + path, { method, headers, body })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
}
