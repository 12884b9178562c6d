import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import { openSession } from '../../../platform/database/connections/session.ts'
import { type ChangePositions, HERE } from '../../../platform/database/replica/log-position.ts'
import { listening, partMessages } from '../../../platform/metrics/metrics.ts'

const CHANNEL = 'parts_changed'

/** Changes are told together, at most so often: a commit need not wait for the telling. */
const TELL_EVERY_MS = 20
/** NOTIFY carries 8,000 bytes; with more ids than this, everything counts as changed. */
const IDS_AT_ONCE = 150
const RECONNECT_MS = 1_000
const TELL_AGAIN_MS = 1_000
const ANSWERS_WITHIN_MS = 5_000

/** Answers where in the log all is that was committed before. The version before takes that for a part of the sender. */
const TELL = `select here, pg_notify($1, concat_ws(' ', $2 || '@' || here, nullif($3, '')))
  from (select ${HERE} as here) asked`

export interface PartChanges {
  /** Says, after the commit, that these parts have changed, or what else answers are kept about. */
  tell(ids: string[]): void
  close(): Promise<void>
}

interface Deps {
  pool: pg.Pool
  config: Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl'>
  log: FastifyBaseLogger
  /** Learns how far a replica must be to have what has changed. */
  positions: ChangePositions
}

/**
 * Tells all processes of the shop which parts have changed, by NOTIFY, and hears of it by LISTEN.
 * `onChange` is called at once for one's own changes, and where a replica is read once more when it is
 * known where in the log they are; without ids everything may have changed (a connection was lost, and messages with it).
 * NOTIFY stays out of the transactions, where it would make commits queue.
 */
export function followPartChanges(
  { pool, config, log, positions }: Deps,
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
    const telling = untold
    untold = new Set()
    const ids = telling.size > IDS_AT_ONCE ? [] : [...telling]
    const count = positions.count()
    try {
      const { rows } = await pool.query<{ here: string }>(TELL, [CHANNEL, self, ids.join(' ')])
      partMessages.inc({ direction: 'told' })
      positions.reached(rows[0]?.here as string, count)
      if (config.databaseReadUrl) onChange(ids.length > 0 ? ids : undefined)
    } catch (error) {
      partMessages.inc({ direction: 'failed' })
      log.warn({ err: error }, 'a change of parts could not be told')
      untold = new Set([...telling, ...untold])
      if (!closed) timer ??= setTimeout(tellAll, TELL_AGAIN_MS)
    }
  }

  function hear(payload = '') {
    const [from = '', ...ids] = payload.split(' ')
    const [sender, here] = from.split('@')
    if (sender === self) return
    partMessages.inc({ direction: 'heard' })
    // The version before did not say where.
    if (here) positions.reached(here)
    else positions.changed()
    onChange(ids.length > 0 ? ids : undefined)
  }

  async function listen() {
    if (closed) return
    const lost = once(() => {
      listening.set(0)
      setTimeout(listen, RECONNECT_MS).unref()
    })
    let opened: pg.Client | undefined
    try {
      opened = await openSession(config.databaseDirectUrl, 'freehub-listen', lost)
      listener = opened
      opened.on('notification', ({ payload }) => hear(payload))
      await opened.query(soon(`listen ${CHANNEL}`))
      listening.set(1)
      const count = positions.count()
      const { rows } = await opened.query<{ here: string }>(soon(`select ${HERE} as here`))
      positions.reached(rows[0]?.here as string, count)
      onChange()
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'changes of parts by others are not heard')
      await opened?.end().catch(() => {})
      lost()
    }
  }
  void listen()

  return {
    tell(ids) {
      positions.changed()
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

/** Where no answer comes, another connection is opened. */
const soon = (text: string) => ({ text, query_timeout: ANSWERS_WITHIN_MS })

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
