import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { waitUntil } from '../wait-until.ts'
import { copyTestCluster, testDataDir } from './test-cluster.ts'

export interface ReplicatedPostgres {
  primaryUrl: string
  replicaUrl: string
  /** The replica goes on receiving what is written, and shows none of it until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Comes back when the replica has all that was written so far. */
  untilLevel(): Promise<void>
  /** Begins a new file of the write-ahead log, as archiving does each minute. */
  switchLog(): Promise<void>
  close(): Promise<void>
}

/** A migrated PostgreSQL of a test's own, with a real replica that streams from it. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const [first, second] = ['primary', 'replica'].map((one) => path.join(testDataDir, one))
  const start = (dataDir = '') => startEmbeddedPostgres({ dataDir, log: () => {} })
  await copyTestCluster(first as string)
  const primary = await start(first)
  await copyOf(`${first}/postgres`, primary.databaseUrl, `${second}/postgres`)
  const replica = await start(second)
  const here = await openAsAdmin(primary.databaseUrl)
  const there = await openAsAdmin(replica.databaseUrl)

  return {
    primaryUrl: primary.databaseUrl,
    replicaUrl: replica.databaseUrl,
    async pause() {
      await there.query('select pg_wal_replay_pause()')
      await waitUntil('replay is paused', async () => {
        const { rows } = await there.query('select pg_get_wal_replay_pause_state() as state')
        return rows[0].state === 'paused'
      })
    },
    async resume() {
      await there.query('select pg_wal_replay_resume()')
    },
    async untilLevel() {
      const { rows } = await here.query('select pg_current_wal_flush_lsn() as lsn')
      await waitUntil('the replica is level', async () => {
        const level = await there.query('select pg_last_wal_replay_lsn() >= $1 as level', [
          rows[0].lsn,
        ])
        return level.rows[0].level
      })
    },
    async switchLog() {
      await here.query('select pg_switch_wal()')
    },
    async close() {
      await Promise.all([here.end(), there.end()])
      await replica.stop()
      await primary.stop()
      await rm(testDataDir, { recursive: true, force: true })
    },
  }
}

/** A base backup, as `pg_basebackup` makes one, which the embedded PostgreSQL does not bring. */
async function copyOf(cluster: string, primaryUrl: string, copy: string): Promise<void> {
  const client = await openAsAdmin(primaryUrl)
  try {
    await client.query("select pg_backup_start('replica', fast => true)")
    const filter = (file: string) => !/postmaster\.(pid|opts)$/.test(file)
    await cp(cluster, copy, { recursive: true, filter })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(path.join(copy, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  const { searchParams, hostname, port, password } = new URL(primaryUrl)
  const host = searchParams.get('host') ?? hostname
  const way = `host=${host} port=${port} user=postgres password=${decodeURIComponent(password)}`
  await appendFile(path.join(copy, 'postgresql.auto.conf'), `\nprimary_conninfo = '${way}'\n`)
  await writeFile(path.join(copy, 'standby.signal'), '')
}

/** The shop's own role may neither copy nor stop a server. They have one password. */
async function openAsAdmin(databaseUrl: string): Promise<pg.Client> {
  const url = new URL(databaseUrl)
  url.username = 'postgres'
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  return client
}
