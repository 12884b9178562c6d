import { randomUUIDv7 } from 'node:crypto'
import {
  COLUMNS_OF_NEW_PARTS,
  type PartColumn,
  type RowFate,
} from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import {
  CellWrong,
  type FamilyNames,
  type FieldValue,
  type ListedField,
  partColumns,
} from '../parts/part-columns.ts'
import type { GivenRow } from './given-rows.ts'
import { type KnownPart, type KnownParts, UUID } from './known-parts.ts'

export type Fields = Partial<Record<ListedField, FieldValue>>
type Errors = Partial<Record<PartColumn | 'row', string>>

export interface JudgedRow {
  row: number
  fate: RowFate
  partId: string | null
  name: string
  sku: string | null
  given: Fields
  was: Fields
  errors: Errors
}

/** The rows of a file that were read so far, by what they are about: two may not be about one part. */
export interface SeenRows {
  parts: Map<string, number>
  skus: Map<string, number>
}

/** Says what would become of a row: it is about the part of its id, else of its SKU, else a new one. */
export function judgeRow(
  given: GivenRow,
  known: KnownParts,
  seen: SeenRows,
  families: FamilyNames,
): JudgedRow {
  const { row, misshapen } = given
  // Whose cells stand under the wrong headings is not read further.
  const cells = misshapen ? NO_CELLS : given.cells
  const id = cells.get('id')?.trim().toLowerCase() ?? ''
  const sku = cells.get('sku')?.trim() ?? ''
  const part = known.byId.get(id) ?? known.bySku.get(sku)
  const errors: Errors = misshapen
    ? { row: misshapen }
    : (identityErrors({ id, sku }, part, known) ?? repeatErrors({ row, sku, part }, seen))
  const change = part
    ? changesOf(part, cells, families, errors)
    : { given: misshapen ? {} : newPartOf(cells, families, errors), was: {} }
  const about = {
    row,
    name: short(given.cells.get('name')?.trim() || part?.name || ''),
    sku: short(sku || part?.sku || '') || null,
    errors,
  }
  if (Object.keys(errors).length > 0) {
    return { ...about, fate: 'wrong', partId: part?.id ?? null, given: {}, was: {} }
  }
  if (!part) return { ...about, fate: 'add', partId: randomUUIDv7(), ...change }
  const fate = Object.keys(change.given).length > 0 ? 'change' : 'same'
  return { ...about, fate, partId: part.id, ...change }
}

const NO_CELLS: GivenRow['cells'] = new Map()

/** What is wrong may be of any length. */
const short = (text: string) => text.slice(0, 200).toWellFormed()

function identityErrors(
  { id, sku }: { id: string; sku: string },
  part: KnownPart | undefined,
  known: KnownParts,
): Errors | undefined {
  if (id && !UUID.test(id)) return { id: 'This is no id of the shop.' }
  if (part?.deleted && part.id === id) {
    return { id: 'This product was deleted. Empty its id and SKU to add it anew.' }
  }
  const owner = known.bySku.get(sku)
  if (owner?.deleted) return { sku: 'A deleted product has this SKU.' }
  if (owner && owner !== part) return { sku: 'Another product has this SKU.' }
  return undefined
}

function repeatErrors(
  { row, sku, part }: { row: number; sku: string; part: KnownPart | undefined },
  seen: SeenRows,
): Errors {
  const samePart = part && seen.parts.get(part.id)
  const sameSku = sku ? seen.skus.get(sku) : undefined
  if (part && !samePart) seen.parts.set(part.id, row)
  if (sku && !sameSku) seen.skus.set(sku, row)
  const earlier = samePart ?? sameSku
  if (!earlier) return {}
  const column = sameSku ? 'sku' : 'id'
  return { [column]: `Row ${formatCount(earlier)} is about the same product.` }
}

/** What becomes another of a part. A cell that says what stands there is not looked at further. */
function changesOf(
  part: KnownPart,
  cells: GivenRow['cells'],
  families: FamilyNames,
  errors: Errors,
): { given: Fields; was: Fields } {
  const given: Fields = {}
  const was: Fields = {}
  for (const [column, cell] of cells) {
    const { field, write } = partColumns[column]
    const now = part[field]
    if (column === 'id' || cell === (now === null ? '' : write(now, families))) continue
    const said = readCell(column, cell, families, errors)
    if (said === undefined || said === now) continue
    given[field] = said
    was[field] = now
  }
  return { given, was }
}

function newPartOf(cells: GivenRow['cells'], families: FamilyNames, errors: Errors): Fields {
  const fields: Fields = {}
  for (const [column, cell] of cells) {
    if (column !== 'id')
      fields[partColumns[column].field] = readCell(column, cell, families, errors)
  }
  for (const column of COLUMNS_OF_NEW_PARTS) {
    if (!cells.has(column)) errors[column] = 'A new product needs this column.'
  }
  return fields
}

function readCell(
  column: PartColumn,
  cell: string,
  families: FamilyNames,
  errors: Errors,
): FieldValue | undefined {
  const { read, mayBeEmpty } = partColumns[column]
  if (mayBeEmpty && cell.trim() === '') return null
  try {
    return read(cell, families)
  } catch (error) {
    if (!(error instanceof CellWrong)) throw error
    errors[column] ??= error.message
    return undefined
  }
}
