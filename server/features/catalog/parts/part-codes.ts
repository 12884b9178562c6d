import { isGtin, MAX_CODE_LENGTH, toCodeKey } from '@freehub/contract/order-pad/codes'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'

/** The codes of a part as texts in CSV lists, in a stable order. Null if there are none, or if they were not read. */
export interface CodeTexts {
  /** `4006381333931|…` */
  gtin: string | null
  /** `Brand:Number|…` */
  competitor_numbers: string | null
}

/** The columns of `CodeTexts` for each row of `parts`. */
export const selectCodeTexts = [
  sql<string | null>`(select string_agg(code, '|' order by code collate "C")
    from part_codes where part_id = parts.id and kind = 'gtin')`.as('gtin'),
  sql<
    string | null
  >`(select string_agg(brand || ':' || code, '|' order by brand || ':' || code collate "C")
    from part_codes where part_id = parts.id and kind = 'competitor')`.as('competitor_numbers'),
]

/** A condition on rows of `parts`: the key of the SKU is one of these. The array allows a bitmap scan of other indexes. */
export const hasSkuKey = (keys: string[]) => sql<boolean>`id = any (array(
  select part_id from part_codes where kind = 'sku' and key = any (${keys}::text[])))`

/** Reads the codes of locked parts in a new statement. The statement that locks could read outdated codes. */
export async function readCodeTexts(tx: Tx, ids: string[]): Promise<Map<string, CodeTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('parts')
    .select(['id', ...selectCodeTexts])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

interface Code {
  brand: string
  code: string
}

const MAX_BRAND_LENGTH = 60

/** Returns the GTINs in a cell in a stable order without duplicates. Undefined if any is invalid. */
export function parseGtins(cell: string): string | undefined {
  const codes = cell.split('|').map((code) => ({ brand: '', code: code.trim() }))
  return codes.every(({ code }) => isGtin(code))
    ? formatCodes(codes, ({ code }) => code)
    : undefined
}

/** Returns the competitors' numbers in a cell in a stable order without duplicates. Undefined if any is invalid. */
export function parseCompetitorNumbers(cell: string): string | undefined {
  const codes = cell.split('|').map(parseCompetitorNumber)
  const isValid = ({ brand, code }: Code) =>
    brand !== '' &&
    brand.length <= MAX_BRAND_LENGTH &&
    code.length <= MAX_CODE_LENGTH &&
    toCodeKey(code) !== '' &&
    toCodeKey(code).length <= MAX_CODE_LENGTH
  return codes.every(isValid)
    ? formatCodes(codes, ({ brand, code }) => `${brand}:${code}`)
    : undefined
}

function parseCompetitorNumber(text: string): Code {
  const [brand = '', ...number] = text.split(':')
  return { brand: brand.trim(), code: number.join(':').trim() }
}

function formatCodes(codes: Code[], format: (code: Code) => string): string {
  const unique = new Map(codes.map((code) => [`${code.brand}:${toCodeKey(code.code)}`, code]))
  return [...unique.values()].map(format).sort().join('|')
}

/** Replaces the codes of parts. Keeps the codes of a kind whose text is undefined. */
export async function replacePartCodes(
  tx: Tx,
  parts: ({ id: string } & Partial<CodeTexts>)[],
): Promise<void> {
  await replaceCodes(tx, 'gtin', parts, ({ gtin }) =>
    gtin === undefined ? undefined : splitList(gtin).map((code) => ({ brand: '', code })),
  )
  await replaceCodes(tx, 'competitor', parts, ({ competitor_numbers: numbers }) =>
    numbers === undefined ? undefined : splitList(numbers).map(parseCompetitorNumber),
  )
}

const splitList = (text: string | null) => text?.split('|') ?? []

async function replaceCodes<Part extends { id: string }>(
  db: Db,
  kind: 'gtin' | 'competitor',
  parts: Part[],
  codesOf: (part: Part) => Code[] | undefined,
): Promise<void> {
  const changed = parts.flatMap((part) => {
    const codes = codesOf(part)
    return codes ? [{ id: part.id, codes }] : []
  })
  if (changed.length === 0) return
  await sql`delete from part_codes where kind = ${kind}
    and part_id = any (${changed.map(({ id }) => id)}::uuid[])`.execute(db)
  const rows = changed.flatMap(({ id, codes }) =>
    codes.map(({ brand, code }) => ({ part_id: id, kind, brand, key: toCodeKey(code), code })),
  )
  await sql`
    insert into part_codes (part_id, kind, brand, key, code)
    select part_id, kind, brand, key, code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as added (part_id uuid, kind text, brand text, key text, code text)`.execute(db)
}
