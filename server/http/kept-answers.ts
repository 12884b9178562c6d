import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
}

/** How long an answer is kept when no word of a change comes: a lost message costs no more. */
const OLDEST_MS = 30_000

const fresh = new AsyncLocalStorage<true>()

/** Reads so that no answer is out of date, also none that others are still given for a second. */
export function readFresh<T>(read: () => T): T {
  return fresh.run(true, read)
}

/**
 * Keeps whole public answers by key, `most` of them. `version` counts the changes: an answer of an
 * older version is made anew, though not more often than every `renewMs`; until then the old one
 * serves. Makers that run while a change comes keep the version they started with, so nothing
 * stale stays.
 */
export function keepAnswers({ renewMs, most }: { renewMs: number; most: number }) {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<Entry>>()
  const versions = new Map<string, number>()
  let common = 0

  const versionOf = (key: string) => common + (versions.get(key) ?? 0)

  async function make(key: string, maker: () => Promise<KeptAnswer>): Promise<Entry> {
    const begun = { version: versionOf(key), madeAt: Date.now() }
    const made = await maker()
    const entry = { ...made, ...begun }
    if (made.passing) return entry
    entries.delete(key)
    if (entries.size >= most) entries.delete(entries.keys().next().value as string)
    entries.set(key, entry)
    return entry
  }

  function good(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    const age = Date.now() - entry.madeAt
    if (entry.version === versionOf(key)) return age < OLDEST_MS ? entry : undefined
    return age < renewMs && !fresh.getStore() ? entry : undefined
  }

  return {
    /**
     * The kept answer, at once, or the promise of a new one. A maker's error is passed on and
     * nothing is kept.
     */
    get(key: string, maker: () => Promise<KeptAnswer>): KeptAnswer | Promise<KeptAnswer> {
      const entry = good(key)
      if (entry) return entry
      const flight = `${key} ${versionOf(key)}`
      let made = making.get(flight)
      if (!made) {
        made = make(key, maker).finally(() => making.delete(flight))
        making.set(flight, made)
      }
      return made
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

/** The same answer with its compressed forms: text of a kilobyte and more gains by it. */
export async function compressed(answer: KeptAnswer): Promise<KeptAnswer> {
  if (answer.body.length < 1024) return answer
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, gz] = await Promise.all([brotli(answer.body, quality), gzip(answer.body)])
  return {
    ...answer,
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
