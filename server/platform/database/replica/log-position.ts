import { sql } from 'kysely'

/**
 * Where in its write-ahead log the primary is: `<timeline, in hex>.<bytes>`. Whatever was committed
 * before is at an earlier place, also what did not wait for the disk. Where nothing is on a page yet that
 * is the page's begin, and not behind its head (40 bytes in a new file, else 24): no replica stands there.
 */
export const HERE = `(select left(pg_walfile_name(here), 8) || '.' || (bytes - case
    when bytes % pg_size_bytes(current_setting('wal_segment_size')) = 40 then 40
    when bytes % current_setting('wal_block_size')::int = 24 then 24 else 0 end)
  from pg_current_wal_insert_lsn() here, lateral (select here - '0/0' as bytes) counted)`

/** How far a replica is, in the same way. Null of a server that is none. */
export const replayed = sql<string | null>`
  (select lpad(upper(to_hex(timeline_id)), 8, '0') || '.' || (pg_last_wal_replay_lsn() - '0/0')
  from pg_control_checkpoint() where pg_is_in_recovery())`

/**
 * True where a replica that is so far has all that was there at the needed place. After a primary was
 * replaced only those count that follow the new one.
 */
export function hasReached(replica: string | null, needed: string): boolean {
  if (replica === null) return false
  const [timeline, bytes] = replica.split('.')
  const [neededTimeline, neededBytes] = needed.split('.')
  return timeline === neededTimeline && Number(bytes) >= Number(neededBytes)
}

export type ChangePositions = ReturnType<typeof changePositions>

/** How far the log reaches of what this process knows to have changed. */
export function changePositions() {
  let needed: string | undefined
  let changes = 0
  let placed = 0

  return {
    /** Something has changed, and where that is in the log is not known yet. */
    changed() {
      changes += 1
    },
    /** How many changes were so far. To be taken before the place is asked for. */
    count: () => changes,
    /** So many of the changes, and others' besides, are not after this place. */
    reached(place: string, count = 0) {
      if (!needed || isLater(place, needed)) needed = place
      placed = Math.max(placed, count)
    },
    /** The place that a replica must have reached, or undefined before anything is known. */
    needed: () => needed,
    /** True while it is not known of some change where it is. */
    isOpen: () => placed < changes,
  }
}

/** A new primary's timeline is later than the old one's, however far that was. */
function isLater(one: string, other: string): boolean {
  const [timeline = '', bytes] = one.split('.')
  const [otherTimeline = '', otherBytes] = other.split('.')
  return timeline === otherTimeline ? Number(bytes) > Number(otherBytes) : timeline > otherTimeline
}
