import type { PartData, PartDetails } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { drawPart } from '@freehub/drawings/draw'
import type { NotNull } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { runTransaction } from '../../../platform/database/run-transaction.ts'
import type { PartAttributes, PartDrawing } from '../../../platform/database/schema.ts'
import { readFitEntries } from './change-fits.ts'
import { recordEdit } from './part-edits.ts'
import { readPartDetails } from './read-part.ts'

/** Replaces the data of a part on sale and derives its drawing. Refuses if the data no longer equal `seen`. */
export async function changePartData(
  db: Db,
  id: string,
  { seen, ...data }: PartData & { seen: PartData },
  byUser: string,
): Promise<PartDetails | Refusal> {
  const write = async (tx: Tx) => {
    const part = await lockPart(tx, id)
    if (!part) return refuse('part_missing')
    const before = toColumns(seen, await findFamilyCode(tx, seen.familySlug))
    if (JSON.stringify(before) !== JSON.stringify(dataColumnsOf(part)))
      return refuse('part_changed')
    const familyCode = await findFamilyCode(tx, data.familySlug)
    if (data.familySlug !== null && familyCode === null)
      return refuse('input_invalid', { errors: { familySlug: UNKNOWN_FAMILY_MESSAGE } })
    const after = toColumns(data, familyCode)
    const drawing = await deriveDrawing(tx, { id, familyCode, attributes: data.attributes })
    await tx
      .updateTable('parts')
      .set({
        ...after,
        // Undefined if there is no template. The part then keeps its drawing.
        drawing: JSON.stringify(drawing),
        // The URL of a part's own drawing contains its SKU.
        ...(part.img === drawingPath(seen.sku) && data.sku && { img: drawingPath(data.sku) }),
      })
      .where('id', '=', id)
      .execute()
    await recordEdit(tx, { id, before, after }, byUser)
    return readPartDetails(tx, id)
  }
  return refuseConstraintErrors(() => runTransaction(db, write))
}

export const UNKNOWN_FAMILY_MESSAGE = 'Choose a family from the list.'

const drawingPath = (sku: string | null) => `/drawings/${sku}.svg`

function lockPart(tx: Tx, id: string) {
  return tx
    .selectFrom('parts')
    .select(['sku', 'family_code', 'pack_size', 'carton_size', 'weight_g'])
    .select(['lead_time_days', 'hs_code', 'attributes', 'img'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

type LockedPart = NonNullable<Awaited<ReturnType<typeof lockPart>>>

/** Returns the columns of a stored part in the form of `toColumns`, to compare them. */
const dataColumnsOf = ({ attributes, img: _, ...part }: LockedPart) => ({
  ...part,
  attributes: JSON.stringify(attributes),
})

/** Converts the data of a part to columns of `parts`. */
export const toColumns = (data: PartData, familyCode: string | null) => ({
  sku: data.sku,
  family_code: familyCode,
  pack_size: data.packSize,
  carton_size: data.cartonSize,
  weight_g: data.weightGrams,
  lead_time_days: data.leadTimeDays,
  hs_code: data.hsCode,
  attributes: JSON.stringify(data.attributes),
})

/** Returns the code of the family with this slug. Null if the slug is null or unknown. */
export async function findFamilyCode(db: Db, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const family = await db
    .selectFrom('families')
    .select('code')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return family?.code ?? null
}

export const TAKEN_SKU_MESSAGE = 'Another product has this part number. It may be archived.'

const errorsByConstraint: Record<string, Record<string, string>> = {
  parts_sku_key: { sku: TAKEN_SKU_MESSAGE },
  parts_img_photo: { img: 'This photo no longer exists. Upload it again.' },
}

/**
 * Runs `write`, which writes a part. Refuses if another part, on sale or archived, has the same SKU, or if the part's
 * photo does not exist.
 */
export async function refuseConstraintErrors<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write()
  } catch (error) {
    const errors = errorsByConstraint[(error as { constraint?: string }).constraint ?? '']
    if (!errors) throw error
    return refuse('input_invalid', { errors })
  }
}

interface Drawable {
  id?: string | undefined
  familyCode: string | null
  attributes: PartAttributes
}

/**
 * Derives the drawing of a part from its dimensions. The template is the part's own drawing. If the
 * part has none, or changes its family, the template is the first drawing of the family. Does not use
 * dimensions of another part, so that the drawing shows only dimensions that staff entered for this part.
 */
export async function deriveDrawing(db: Db, part: Drawable): Promise<PartDrawing | undefined> {
  const template = await findTemplate(db, part)
  if (!template) return undefined
  const { id, drawing } = template
  const names = Object.keys(drawing.parameters).filter((name) => name in part.attributes)
  const dimensions = Object.fromEntries(names.map((name) => [name, part.attributes[name]]))
  const ownParameters = id === part.id ? drawing.parameters : {}
  return {
    ...drawing,
    parameters: { ...ownParameters, ...dimensions } as PartDrawing['parameters'],
  }
}

async function findTemplate(db: Db, { id, familyCode }: Drawable) {
  const drawn = db
    .selectFrom('parts')
    .select(['id', 'drawing', 'attributes', 'hs_code'])
    .where('drawing', 'is not', null)
    .where('family_code', '=', familyCode)
    .$narrowType<{ drawing: NotNull }>()
  const own = id ? await drawn.where('id', '=', id).executeTakeFirst() : undefined
  return (
    own ?? drawn.where('deleted_at', 'is', null).orderBy('position').limit(1).executeTakeFirst()
  )
}

/** Draws a part from unsaved dimensions. Suggests attribute names, HS code and fits of the part with the template. */
export async function previewDrawing(
  db: Db,
  {
    partId,
    familySlug,
    attributes,
  }: Pick<PartData, 'familySlug' | 'attributes'> & { partId?: string | undefined },
) {
  const familyCode = await findFamilyCode(db, familySlug)
  const part = { id: partId, familyCode, attributes }
  const drawing = await deriveDrawing(db, part)
  const template = await findTemplate(db, part)
  return {
    svg: drawing ? drawPart({ ...drawing, id: 'preview', label: 'Drawing' }, 'card') : null,
    attributeNames: Object.keys(template?.attributes ?? {}).filter((name) => name !== 'sold_as'),
    hsCode: template?.hs_code ?? null,
    fits: template ? await readFitEntries(db, template.id) : [],
  }
}
