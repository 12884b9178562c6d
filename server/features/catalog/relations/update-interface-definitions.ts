import { withDirectConnection } from '../../../platform/database/connections/direct-connection.ts'
import { listMigrations } from '../../../platform/database/migrate/migrate.ts'
import definitions from './interfaces.json' with { type: 'json' }

/**
 * Writes this version's interface definitions into a migrated database. Keeps those that only the
 * database has. Changes nothing in a database of a newer version. Several processes may call this
 * at the same time.
 */
export async function updateInterfaceDefinitions(databaseUrl: string): Promise<void> {
  await withDirectConnection(databaseUrl, 'freehub-interfaces', async (client) =>
    // All processes write the rows in the same order, so that they cannot deadlock.
    client.query(
      `insert into interfaces (id, definition)
      select definition ->> 'id', definition from jsonb_array_elements($1::jsonb) definition
      where not exists (select from migrations where name <> all ($2::text[]))
      order by definition ->> 'id'
      on conflict (id) do update set definition = excluded.definition
      where interfaces.definition is distinct from excluded.definition`,
      [JSON.stringify(definitions.interfaces), await listMigrations()],
    ),
  )
}
