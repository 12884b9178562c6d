import { openSession } from '../../../platform/database/connections/session.ts'
import { listMigrations } from '../../../platform/database/migrate/migrate.ts'
import definitions from './interfaces.json' with { type: 'json' }

/**
 * Writes the definitions of this version into a migrated database. Definitions that only the database has stay. A
 * database that a newer version has migrated stays as it is. Processes may do this at the same time.
 */
export async function updateInterfaces(databaseUrl: string): Promise<void> {
  const session = await openSession(databaseUrl, 'freehub-interfaces')
  try {
    // One order of the rows, so that concurrent processes cannot deadlock.
    await session.query(
      `insert into interfaces (id, definition)
      select definition ->> 'id', definition from jsonb_array_elements($1::jsonb) definition
      where not exists (select from migrations where name <> all ($2::text[]))
      order by definition ->> 'id'
      on conflict (id) do update set definition = excluded.definition
      where interfaces.definition is distinct from excluded.definition`,
      [JSON.stringify(definitions.interfaces), await listMigrations()],
    )
  } finally {
    await session.end()
  }
}
