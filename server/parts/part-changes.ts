import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const CHANNEL = 'parts_changed'

/** Changes are told together, at most so often: a commit need not wait for the telling. */
const TELL_EVERY_MS = 20
/** NOTIFY carries 8,000 bytes; with more ids than this, everything counts as changed. */
const IDS_AT_ONCE = 150
const RECONNECT_MS = 1_000
const CONNECT_WITHIN_MS = 5_000

export interface PartChanges {
  /** Says, after the commit, that these parts have changed, or what else answers are kept about. */
  tell(ids: string[]): void
  close(): Promise<void>
}

/**
 * Tells all processes of the shop which parts have changed, by NOTIFY, and hears of it by LISTEN.
 * `onChange` is called at once for one's own changes; without ids everything may have changed
 * (a connection was lost, and messages with it). NOTIFY stays out of the transactions, where it
 * would make commits queue.
 */
export function followPartChanges(
  { pool, databaseUrl, log }: { pool: pg.Pool; databaseUrl: string; log: FastifyBaseLogger },
  onChange: (ids?: string[]) => void,
): PartChanges {
  /** Tells one's own messages from the others'. */
  const self = randomUUID()
  let untold = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let listener: pg.Client | undefined
  let closed = false

  async function tellAll() {
    timer = undefined
    const ids = untold.size > IDS_AT_ONCE ? [] : [...untold]
    untold = new Set()
    await pool
      .query('select pg_notify($1, $2)', [CHANNEL, [self, ...ids].join(' ')])
      .catch((error) => log.warn({ err: error }, 'a change of parts could not be told'))
  }

  function hear(payload = '') {
    const [from, ...ids] = payload.split(' ')
    if (from !== self) onChange(ids.length > 0 ? ids : undefined)
  }

  async function listen() {
    if (closed) return
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'freehub-listen',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    })
    listener = client
    const lost = once(() => setTimeout(listen, RECONNECT_MS).unref())
    client.on('error', () => {})
    client.on('end', lost)
    client.on('notification', ({ payload }) => hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      onChange()
    } catch {
      await client.end().catch(() => {})
      lost()
    }
  }
  void listen()

  return {
    tell(ids) {
      onChange(ids)
      for (const id of ids) untold.add(id)
      timer ??= setTimeout(tellAll, TELL_EVERY_MS)
    },
    async close() {
      closed = true
      if (timer) {
        clearTimeout(timer)
        await tellAll()
      }
      await listener?.end().catch(() => {})
    },
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
