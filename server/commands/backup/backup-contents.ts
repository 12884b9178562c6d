import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { MAIL_QUEUE } from '../../platform/jobs/job-queue.ts'

/** A table with its columns, except generated columns. */
export interface Table {
  name: string
  columns: string[]
}

/** The state of a sequence: `last_value` and `is_called`. */
export interface Sequence {
  name: string
  value: string
  called: boolean
}

/** The first entry of a backup. */
export interface BackupHeader {
  takenAt: string
  /** Migrations in the order in which they were applied. */
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}

/** A mail that is not sent yet, or whose delivery is not confirmed. */
export interface PendingMail {
  id: string
  data: object
  startAfter: string
  /** Retention after sending. It is short for account mails, because some contain an email address. */
  deleteAfterSeconds: number
}

/**
 * Tables with short-lived data and credentials: a stolen backup must not give access to an account, and a restore must
 * not revive ended sessions. The header of the backup lists the migrations.
 */
const EXCLUDED_TABLES = ['sessions', 'access_tokens', 'verifications', 'rate_limits', 'migrations']

/** Number of mails that are read at a time. */
const MAIL_BATCH = 500

/** Lists the tables whose rows a backup contains, with their columns. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
    group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  )
  return rows
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const query = `select last_value::text as value, is_called as called from ${quoteIdentifier(name)}`
    sequences.push({ name, ...(await client.query(query)).rows[0] })
  }
  return sequences
}

/** Sets the output formats of the connection, so that they do not depend on settings of the database server. */
export function setPlainFormats(client: pg.Client): Promise<unknown> {
  return client.query(
    `set datestyle = 'iso'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'`,
  )
}

/** Formats a table and its columns for COPY. */
export function tableWithColumns({ name, columns }: Table): string {
  return `${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')})`
}

export const quoteIdentifier = (name: string) => pg.escapeIdentifier(name)

/** Yields pending mails in batches, ordered by id. Excludes SMS, because their codes expire within minutes. */
export async function* readPendingMails(client: pg.Client): AsyncGenerator<PendingMail[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<PendingMail>(
      `select id, data, start_after as "startAfter", deletion_seconds as "deleteAfterSeconds"
      from pgboss.job
      where name = $1 and state in ('created', 'retry', 'active') and id > $2
      order by id limit ${MAIL_BATCH}`,
      [MAIL_QUEUE, after],
    )
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

/** Queues the mails, in the transaction of the connection. */
export async function requeueMails(
  boss: PgBoss,
  client: pg.Client,
  mails: PendingMail[],
): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => client.query(text, values)
  await boss.insert(MAIL_QUEUE, mails, { db: { executeSql } })
}
