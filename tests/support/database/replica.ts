import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { waitUntil } from '../wait-until.ts'
import { copyPreparedData, testDataDir } from './prepared-data.ts'

export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>

/** Starts a migrated PostgreSQL for one test, with a streaming replica. */
export async function startReplicatedPostgres() {
  const [primaryDir, replicaDir] = ['primary', 'replica'].map((name) =>
    path.join(testDataDir, name),
  )
  const start = (dataDir = '') => startEmbeddedPostgres({ dataDir, log: () => {} })
  await copyPreparedData(primaryDir as string)
  const primary = await start(primaryDir)
  await copyDataDirectory(`${primaryDir}/postgres`, primary.databaseUrl, `${replicaDir}/postgres`)
  const replica = await start(replicaDir)
  const primaryClient = await connectAsSuperuser(primary.databaseUrl)
  const replicaClient = await connectAsSuperuser(replica.databaseUrl)

  return {
    primaryUrl: primary.databaseUrl,
    replicaUrl: replica.databaseUrl,
    /** Pauses replay: the replica still receives WAL, but shows no changes until `resume`. */
    async pause() {
      await replicaClient.query('select pg_wal_replay_pause()')
      await waitUntil('replay is paused', async () => {
        const { rows } = await replicaClient.query(
          'select pg_get_wal_replay_pause_state() as state',
        )
        return rows[0].state === 'paused'
      })
    },
    resume: () => replicaClient.query('select pg_wal_replay_resume()'),
    /** Waits until the replica has replayed everything written so far. */
    async waitForReplay() {
      const { rows } = await primaryClient.query('select pg_current_wal_flush_lsn() as lsn')
      await waitUntil('the replica has caught up', async () => {
        const replay = await replicaClient.query(
          'select pg_last_wal_replay_lsn() >= $1 as is_complete',
          [rows[0].lsn],
        )
        return replay.rows[0].is_complete
      })
    },
    /** Starts a new WAL file, as archiving does each minute. */
    switchWal: () => primaryClient.query('select pg_switch_wal()'),
    async close() {
      await Promise.all([primaryClient.end(), replicaClient.end()])
      await replica.stop()
      await primary.stop()
      await rm(testDataDir, { recursive: true, force: true })
    },
  }
}

/** Takes a base backup like `pg_basebackup`, which the embedded PostgreSQL does not include. */
async function copyDataDirectory(pgdata: string, primaryUrl: string, copy: string): Promise<void> {
  const client = await connectAsSuperuser(primaryUrl)
  try {
    await client.query("select pg_backup_start('replica', fast => true)")
    const filter = (file: string) => !/postmaster\.(pid|opts)$/.test(file)
    await cp(pgdata, copy, { recursive: true, filter })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(path.join(copy, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  const { searchParams, hostname, port, password } = new URL(primaryUrl)
  const host = searchParams.get('host') ?? hostname
  const connection = `host=${host} port=${port} user=postgres password=${decodeURIComponent(password)}`
  await appendFile(
    path.join(copy, 'postgresql.auto.conf'),
    `\nprimary_conninfo = '${connection}'\n`,
  )
  await writeFile(path.join(copy, 'standby.signal'), '')
}

/** Connects as `postgres`, which has the same password. The shop's own role may not take backups. */
async function connectAsSuperuser(databaseUrl: string): Promise<pg.Client> {
  const url = new URL(databaseUrl)
  url.username = 'postgres'
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  return client
}
