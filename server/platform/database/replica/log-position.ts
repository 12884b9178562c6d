import { sql } from 'kysely'

/**
 * SQL for the primary's position in the write-ahead log: `<timeline, in hex>.<bytes>`. All earlier
 * commits, including asynchronous ones, have a lower position. On an empty page, the position is the
 * start of the page, because no replica reports the end of the page header (40 bytes in a new file,
 * else 24).
 */
export const CURRENT_POSITION = `(select left(pg_walfile_name(lsn), 8) || '.' || (bytes - case
    when bytes % pg_size_bytes(current_setting('wal_segment_size')) = 40 then 40
    when bytes % current_setting('wal_block_size')::int = 24 then 24 else 0 end)
  from pg_current_wal_insert_lsn() lsn, lateral (select lsn - '0/0' as bytes) counted)`

/** SQL for the position that a replica has replayed. Null on a server that is not a replica. */
export const replayedPosition = sql<string | null>`
  (select lpad(upper(to_hex(timeline_id)), 8, '0') || '.' || (pg_last_wal_replay_lsn() - '0/0')
  from pg_control_checkpoint() where pg_is_in_recovery())`

/**
 * Returns whether a replica has replayed the needed position. After a failover, the replica must have reached the new
 * timeline.
 */
export function hasReached(replayed: string | null, needed: string): boolean {
  if (replayed === null) return false
  const [timeline, bytes] = replayed.split('.')
  const [neededTimeline, neededBytes] = needed.split('.')
  return timeline === neededTimeline && Number(bytes) >= Number(neededBytes)
}

export type ChangePositions = ReturnType<typeof createChangePositions>

/** Creates a tracker for the log positions of the changes that this process knows. */
export function createChangePositions() {
  let needed: string | undefined
  let changes = 0
  let locatedChanges = 0

  return {
    /** Records a change whose position is not known yet. */
    recordChange() {
      changes += 1
    },
    /** Returns the number of changes so far. Callers read it before the position. */
    count: () => changes,
    /** Records that the first `count` changes are at or before this position. */
    recordPosition(position: string, count = 0) {
      if (!needed || isLater(position, needed)) needed = position
      locatedChanges = Math.max(locatedChanges, count)
    },
    /** Returns the position that a replica must have replayed. Undefined if no position is known. */
    neededPosition: () => needed,
    /** True while the position of a change is unknown. */
    hasPendingChanges: () => locatedChanges < changes,
  }
}

/** True if the first position is later. Each position on a new primary's timeline is later than all on the old one. */
function isLater(a: string, b: string): boolean {
  const [timeline = '', bytes] = a.split('.')
  const [otherTimeline = '', otherBytes] = b.split('.')
  return timeline === otherTimeline ? Number(bytes) > Number(otherBytes) : timeline > otherTimeline
}
