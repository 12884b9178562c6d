import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { openDirectConnection } from '../database/connections/direct-connection.ts'
import { type ChangePositions, CURRENT_POSITION } from '../database/replica/log-position.ts'
import { changeListeners, partChangeMessages } from '../metrics/metrics.ts'

const CHANNEL = 'parts_changed'

/** Delay before changes are published together. Commits do not wait for it. */
const PUBLISH_DELAY_MS = 20
/** NOTIFY carries 8,000 bytes, including the sender and its log position. */
const MAX_MESSAGE_BYTES = 7_800
/** If more parts than this change together, for example during an outage, all parts count as changed. */
const MAX_IDS = 3_000
const RECONNECT_MS = 1_000
const RETRY_MS = 1_000
const QUERY_TIMEOUT_MS = 5_000

/** Sends messages of ids with the log position of all earlier commits, and returns this position. */
const NOTIFY = `select log_position, pg_notify($1, concat_ws(' ', $2 || '@' || log_position, nullif(ids, '')))
  from (select ${CURRENT_POSITION} as log_position) latest, unnest($3::text[]) as message (ids)`

export interface PartChanges {
  /** Reports the ids of changed parts, or other cache keys, after the commit of the change. */
  publish(ids: string[]): void
  close(): Promise<void>
}

interface Deps {
  pool: pg.Pool
  config: Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl'>
  log: FastifyBaseLogger
  /** Receives the log position that a replica must reach to have the changes. */
  positions: ChangePositions
}

/**
 * Exchanges ids of changed parts with other processes. Sends NOTIFY after the transaction of the
 * change. Calls `onChange` without ids if everything may have changed, for example after a
 * lost connection.
 */
export function syncPartChanges(
  { pool, config, log, positions }: Deps,
  onChange: (ids?: string[]) => void,
): PartChanges {
  /** Distinguishes own messages from those of other processes. */
  const processId = randomUUID()
  let pendingIds = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  /** Resolves after all started publications. */
  let published = Promise.resolve()
  let listener: pg.Client | undefined
  let isClosed = false

  function startPublication() {
    timer = undefined
    published = Promise.all([published, publishPending()]).then(() => {})
  }

  async function publishPending() {
    const sentIds = pendingIds
    pendingIds = new Set()
    const ids = sentIds.size > MAX_IDS ? [] : [...sentIds]
    const messages = toMessages(ids)
    const count = positions.count()
    try {
      const { rows } = await pool.query<{ log_position: string }>(NOTIFY, [
        CHANNEL,
        processId,
        messages,
      ])
      partChangeMessages.inc({ direction: 'sent' }, messages.length)
      positions.recordPosition(rows[0]?.log_position as string, count)
      // Until the position was known, a cache may have stored an older response of the replica.
      if (config.databaseReadUrl) onChange(ids.length > 0 ? ids : undefined)
    } catch (error) {
      partChangeMessages.inc({ direction: 'failed' })
      log.warn({ err: error }, 'part changes could not be published')
      pendingIds = new Set([...sentIds, ...pendingIds])
      if (!isClosed) timer ??= setTimeout(startPublication, RETRY_MS)
    }
  }

  function receive(payload = '') {
    const [source = '', ...ids] = payload.split(' ')
    const [sender, position = ''] = source.split('@')
    if (sender === processId) return
    partChangeMessages.inc({ direction: 'received' })
    positions.recordPosition(position)
    onChange(ids.length > 0 ? ids : undefined)
  }

  async function listen() {
    if (isClosed) return
    let isLost = false
    const reconnect = () => {
      if (isLost) return
      isLost = true
      changeListeners.set(0)
      setTimeout(listen, RECONNECT_MS).unref()
    }
    let connection: pg.Client | undefined
    try {
      connection = await openDirectConnection(config.databaseDirectUrl, 'freehub-listen', reconnect)
      if (isClosed) return await connection.end()
      listener = connection
      connection.on('notification', ({ payload }) => receive(payload))
      await connection.query(withTimeout(`listen ${CHANNEL}`))
      changeListeners.set(1)
      const count = positions.count()
      const { rows } = await connection.query<{ log_position: string }>(
        withTimeout(`select ${CURRENT_POSITION} as log_position`),
      )
      positions.recordPosition(rows[0]?.log_position as string, count)
      onChange()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'cannot listen for part changes')
      await connection?.end().catch(() => {})
      reconnect()
    }
  }
  void listen()

  return {
    publish(ids) {
      positions.recordChange()
      onChange(ids)
      for (const id of ids) pendingIds.add(id)
      timer ??= setTimeout(startPublication, PUBLISH_DELAY_MS)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await published
      // These include the changes of a publication that has just failed.
      if (timer || pendingIds.size > 0) await publishPending()
      await listener?.end().catch(() => {})
    },
  }
}

/**
 * Splits ids into messages of at most `MAX_MESSAGE_BYTES`, joined with spaces. Without ids, returns one empty message,
 * which means that all parts may have changed.
 */
function toMessages(ids: string[]): string[] {
  const messages: string[][] = [[]]
  let bytes = 0
  for (const id of ids) {
    const idBytes = Buffer.byteLength(id) + 1
    bytes += idBytes
    if (bytes > MAX_MESSAGE_BYTES) {
      messages.push([])
      bytes = idBytes
    }
    messages.at(-1)?.push(id)
  }
  return messages.map((message) => message.join(' '))
}

/** Returns a statement that fails if PostgreSQL does not respond in time. */
const withTimeout = (text: string) => ({ text, query_timeout: QUERY_TIMEOUT_MS })
