import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseOutage } from '../http/problems.ts'

/** A whole answer, ready to be sent again, and its compressed forms where it has any. */
export interface KeptAnswer {
  status?: number
  body: string | Buffer
  headers: Record<string, string>
  encoded?: { br: Buffer; gzip: Buffer }
  /** True of an answer that is good for this one asker: something was missing when it was made. */
  passing?: boolean
}

interface Entry extends KeptAnswer {
  version: number
  madeAt: number
  bytes: number
}

type Strain = 'requests' | 'database' | 'event_loop'

/** What decides, beside its age, whether an answer is made anew. */
export interface Circumstances {
  load: {
    /** What the process has too much of, if anything. */
    strain(): Strain | undefined
    /** Throws a refusal where it has. */
    admit(strain: Strain): void
    begin(): void
    end(): void
  }
  database: {
    isAway(): boolean
    /** It is looked at: something went wrong. */
    suspect(): void
    /** What was asked for, or something else as soon as the database proves to be away. */
    orAway<T>(asked: Promise<T>, instead: () => T): Promise<T>
  }
  /** So many answers are made at the same time, of all kinds; and so many of what must be exact and is known. */
  making: Making
  exact: Making
  /** So old may be what is told while nothing newer can be had. */
  staleMs: number
}

interface Making {
  now: number
  most: number
}

interface Room {
  renewMs: number
  /** So many answers, and so many bytes of them. */
  most: number
  mostBytes?: number
  around?: Circumstances
}

/** How long an answer is kept when no word of a change comes: a lost message costs no more. */
const OLDEST_MS = 30_000

const fresh = new AsyncLocalStorage<true>()

/** Reads so that no answer is out of date, also none that others are still given for a second. */
export function readFresh<T>(read: () => T): T {
  return fresh.run(true, read)
}

/**
 * Keeps whole public answers by key, within its room. `version` counts the changes: an answer of an
 * older version is made anew, though not more often than every `renewMs`; until then the old one
 * serves. Makers that run while a change comes keep the version they started with, so nothing
 * stale stays. While the database is away, and while too much is asked of the shop, the last answer
 * serves for longer, and says its age; where it must be exact, only while the database is away.
 */
export function keepAnswers({ renewMs, most, mostBytes = Infinity, around }: Room) {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<KeptAnswer>>()
  const versions = new Map<string, number>()
  let common = 0
  let bytes = 0
  const counts = { hit: 0, made: 0, stale: 0 }
  const exact = around?.exact ?? { now: 0, most: Infinity }

  const versionOf = (key: string) => common + (versions.get(key) ?? 0)

  async function make(key: string, maker: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const begun = { version: versionOf(key), madeAt: Date.now() }
    const made = await maker()
    counts.made += 1
    if (!made.passing) keep(key, { ...made, ...begun, bytes: sizeOf(key, made) })
    return made
  }

  function keep(key: string, entry: Entry) {
    drop(key)
    if (entry.bytes > mostBytes) return
    entries.set(key, entry)
    bytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (entries.size <= most && bytes <= mostBytes) return
      drop(oldest)
    }
  }

  function drop(key: string) {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** Those that are asked for least go first. */
  function touch(key: string, entry: Entry) {
    entries.delete(key)
    entries.set(key, entry)
  }

  function isGood(key: string, entry: Entry): boolean {
    const age = Date.now() - entry.madeAt
    if (entry.version === versionOf(key)) return age < OLDEST_MS
    return age < renewMs && !fresh.getStore()
  }

  function begin(key: string, flight: string, maker: () => Promise<KeptAnswer>, room: Making) {
    around?.load.begin()
    room.now += 1
    const made = make(key, maker).finally(() => {
      making.delete(flight)
      around?.load.end()
      room.now -= 1
    })
    making.set(flight, made)
    return made
  }

  /**
   * Where it counts while it is made. What must be exact, and was asked for before, is a statement for all
   * who ask for it: it has a room of its own, which nobody fills with searches.
   */
  function roomFor(old: Entry | undefined): Making {
    return old && renewMs === 0 && !fresh.getStore() ? exact : (around?.making ?? exact)
  }

  /** Why nothing new is begun, if so. What is needed for something that was let in is let in with it. */
  function strainFor(room: Making) {
    if (!around || fresh.getStore()) return undefined
    if (room.now >= room.most) return 'requests'
    return room === exact ? undefined : around.load.strain()
  }

  /** Whether an old answer is better than the wait for a new one that may not come. */
  function mayServeOld(key: string, old: Entry): boolean {
    return renewMs > 0 || old.version === versionOf(key)
  }

  function stale(old: Entry): KeptAnswer {
    counts.stale += 1
    return aged(old)
  }

  return {
    /** How many were kept, made anew, or old for want of a new one. */
    counts,
    bytes: () => bytes,
    /**
     * The kept answer, at once, or the promise of a new one. A maker's error is passed on and
     * nothing is kept. Throws a refusal where it would be made anew and too much is being done.
     */
    get(key: string, maker: () => Promise<KeptAnswer>): KeptAnswer | Promise<KeptAnswer> {
      const entry = entries.get(key)
      if (entry) touch(key, entry)
      if (entry && isGood(key, entry)) {
        counts.hit += 1
        return entry
      }
      const old = entry && around && isNoOlder(entry, around.staleMs) ? entry : undefined
      if (old && around?.database.isAway()) return stale(old)
      const flight = `${key} ${versionOf(key)}`
      let made = making.get(flight)
      if (!made) {
        const room = roomFor(old)
        const strain = strainFor(room)
        if (strain && old && mayServeOld(key, old)) return stale(old)
        if (strain) around?.load.admit(strain)
        made = begin(key, flight, maker, room)
      }
      return old && around ? orElse(made, () => stale(old), around.database) : made
    },
    /** One answer is out of date. */
    changed(key: string) {
      if (versions.size >= most) {
        versions.clear()
        common += 1_000_000
      }
      versions.set(key, (versions.get(key) ?? 0) + 1)
    },
    /** All answers are out of date. */
    allChanged() {
      common += 1
    },
  }
}

export type KeptAnswers = ReturnType<typeof keepAnswers>

/** The new answer, or the old one as soon as the database proves to be away. */
async function orElse(
  made: Promise<KeptAnswer>,
  old: () => KeptAnswer,
  database: Circumstances['database'],
): Promise<KeptAnswer> {
  try {
    const answer = await database.orAway(made, old)
    return answer.passing && database.isAway() ? old() : answer
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    database.suspect()
    return old()
  }
}

const isNoOlder = ({ madeAt }: Entry, ms: number) => Date.now() - madeAt < ms

/** RFC 9111: how many seconds ago it was true. */
function aged({ madeAt, headers, ...answer }: Entry): KeptAnswer {
  const age = Math.floor((Date.now() - madeAt) / 1000)
  return { ...answer, headers: { ...headers, age: String(age) } }
}

/** In memory, roughly: of a text each sign may take two bytes. */
function sizeOf(key: string, { body, encoded }: KeptAnswer): number {
  const text = typeof body === 'string' ? 2 * body.length : body.length
  return 2 * key.length + text + (encoded ? encoded.br.length + encoded.gzip.length : 0)
}

/** An entity tag for a body; weak, for its compressed forms share it. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** An answer of JSON, compressed where it gains by that. */
export function keptJson(value: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify(value)
  return compressed({
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
      ...headers,
    },
  })
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Of a text each who reads slowly holds a copy of his own; a buffer is shared. */
const COPIED_LENGTH = 16 * 1024

/** The same answer with its compressed forms: text of a kilobyte and more gains by it. */
export async function compressed(answer: KeptAnswer): Promise<KeptAnswer> {
  if (answer.body.length < 1024) return answer
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, gz] = await Promise.all([brotli(answer.body, quality), gzip(answer.body)])
  return {
    ...answer,
    body: answer.body.length < COPIED_LENGTH ? answer.body : Buffer.from(answer.body),
    encoded: { br, gzip: gz },
    headers: { ...answer.headers, vary: 'accept-encoding' },
  }
}

/** Sends a kept answer in the best form the asker takes, or 304 when he has it already. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer | Promise<KeptAnswer>,
): FastifyReply | Promise<FastifyReply> {
  return kept instanceof Promise
    ? kept.then((made) => sendNow(request, reply, made))
    : sendNow(request, reply, kept)
}

function sendNow(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  reply.headers(kept.headers)
  const { etag } = kept.headers
  const known = request.headers['if-none-match']
  if (etag && known && (known === '*' || known.includes(etag))) return reply.code(304).send()
  if (kept.status) reply.code(kept.status)
  const encoding = kept.encoded && encodingFor(request.headers['accept-encoding'])
  if (!kept.encoded || !encoding) return reply.send(kept.body)
  return reply.header('content-encoding', encoding).send(kept.encoded[encoding])
}

function encodingFor(accepted = ''): 'br' | 'gzip' | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return undefined
}
