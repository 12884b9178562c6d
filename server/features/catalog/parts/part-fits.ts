import type { FitEntry, PartFits } from '@freehub/contract/catalog/parts'
import { FITS_MAXIMUM } from '@freehub/contract/limits'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { isKnownSize, type PartInterface } from '../relations/interface-compatibility.ts'

/** Reads the needs and offers of a part on sale. */
export async function readPartFits(db: Db, id: string): Promise<PartFits | Refusal> {
  const part = await db
    .selectFrom('parts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return part ? { entries: await readFitEntries(db, id) } : refuse('part_missing')
}

/** Reads the needs and offers of a part, also of a deleted part. */
export function readFitEntries(db: Db, id: string): Promise<FitEntry[]> {
  return db
    .selectFrom('part_fits')
    .select(['interface_id as interface', 'role', 'size'])
    .where('part_id', '=', id)
    .orderBy('interface_id')
    .orderBy('role')
    .orderBy('size')
    .execute()
}

/** Needs and offers as texts `interface:size|…` in a stable order. Null if there are none or if they were not read. */
export interface FitTexts {
  needs: string | null
  offers: string | null
}

/** True if there are more needs and offers than the form of a product accepts. */
export const hasTooManyFits = ({ needs, offers }: FitTexts): boolean =>
  [needs, offers].flatMap((text) => text?.split('|') ?? []).length > FITS_MAXIMUM

export type Interfaces = ReadonlyMap<string, PartInterface>

const selectText = (role: keyof FitTexts) =>
  sql<string | null>`(select string_agg(interface_id || ':' || size, '|'
      order by (interface_id || ':' || size) collate "C")
    from part_fits where part_id = parts.id and role = ${sql.lit(role)})`.as(role)

/** The columns of `FitTexts` for each row of `parts`. */
export const selectFitTexts = [selectText('needs'), selectText('offers')]

/** Reads the fits of locked parts in a new statement. The statement that locks could read outdated fits. */
export async function readFitTexts(tx: Tx, ids: string[]): Promise<Map<string, FitTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('parts')
    .select(['id', ...selectFitTexts])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

/** Reads the definitions of all interfaces, by id. */
export async function readInterfaces(db: Db): Promise<Interfaces> {
  const rows = await db.selectFrom('interfaces').select('definition').orderBy('id').execute()
  const definitions = rows.map(({ definition }) => definition as PartInterface)
  return new Map(definitions.map((definition) => [definition.id, definition]))
}

/** Returns the fits in a stable order without duplicates, or an error as a sentence. */
export function parseFits(
  text: string,
  interfaces: Interfaces,
): { text: string } | { problem: string } {
  const fits = text.split('|').map(parseFit)
  for (const { id, size } of fits) {
    const problem = findFitError(interfaces, id, size)
    if (problem) return { problem }
  }
  const unique = [...new Set(fits.map(({ id, size }) => `${id}:${size}`))].sort()
  return { text: unique.join('|') }
}

/** Returns errors for unknown interfaces and sizes, by field: `entries.0.size`. */
export async function findFitErrors(
  db: Db,
  entries: FitEntry[],
  field: string,
): Promise<Record<string, string>> {
  if (entries.length === 0) return {}
  const interfaces = await readInterfaces(db)
  const problems = entries.flatMap(({ interface: interfaceId, size }, n) => {
    const problem = findFitError(interfaces, interfaceId, size)
    return problem ? [[`${field}.${n}.size`, problem]] : []
  })
  return Object.fromEntries(problems)
}

/** Returns an error message if the interface or the size is unknown, else undefined. */
export function findFitError(interfaces: Interfaces, id: string, size: string): string | undefined {
  const definition = interfaces.get(id)
  if (!definition) return `Unknown connection “${id.slice(0, 60)}”.`
  if (isKnownSize(definition, size)) return undefined
  const known = definition.pattern ? '' : ` Sizes: ${definition.sizes.join(', ')}.`
  return `Unknown size “${size.slice(0, 60)}” for “${definition.name}”.${known}`
}

function parseFit(text: string): { id: string; size: string } {
  const [id = '', ...size] = text.split(':')
  return { id: id.trim(), size: size.join(':').trim() }
}

/** Formats needs and offers as `readFitTexts` does, so that the texts can be compared. */
export function toFitTexts(entries: FitEntry[]): FitTexts {
  const toText = (role: keyof FitTexts) => {
    const texts = entries.flatMap((entry) =>
      entry.role === role ? `${entry.interface}:${entry.size}` : [],
    )
    return texts.sort().join('|') || null
  }
  return { needs: toText('needs'), offers: toText('offers') }
}

/** Replaces the needs and offers of parts. Keeps the needs, or the offers, of a part if their text is undefined. */
export async function replacePartFits(
  tx: Tx,
  parts: ({ id: string } & Partial<FitTexts>)[],
): Promise<void> {
  for (const role of ['needs', 'offers'] as const) {
    const changed = parts.filter((part) => part[role] !== undefined)
    if (changed.length === 0) continue
    await sql`delete from part_fits where role = ${role}
      and part_id = any (${changed.map(({ id }) => id)}::uuid[])`.execute(tx)
    const rows = changed.flatMap((part) =>
      (part[role]?.split('|') ?? []).map((text) => {
        const { id, size } = parseFit(text)
        return { part_id: part.id, interface_id: id, size }
      }),
    )
    await sql`
      insert into part_fits (part_id, interface_id, role, size)
      select part_id, interface_id, ${role}, size from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as added (part_id uuid, interface_id text, size text)`.execute(tx)
  }
}
