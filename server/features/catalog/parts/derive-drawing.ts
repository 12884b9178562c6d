import { DRAWN_SKU } from '@freehub/contract/catalog/drawn-sku'
import type { PartData } from '@freehub/contract/catalog/parts'
import { drawPart } from '@freehub/drawings/draw'
import type { NotNull } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { PartAttributes, PartDrawing } from '../../../platform/database/schema.ts'
import { readFitEntries } from './part-fits.ts'
import { findFamilyCode } from './part-values.ts'

interface Drawable {
  id?: string | undefined
  familyCode: string | null
  attributes: PartAttributes
}

/** Returns the URL of a part's own drawing, which contains its SKU. Other SKUs than `DRAWN_SKU` have a placeholder. */
export const drawingPath = (sku: string | null) =>
  sku !== null && DRAWN_SKU.test(sku) ? `/drawings/${sku}.svg` : '/drawings/house/phantom-box.svg'

/** Returns the image of a part whose SKU changes. Replaces only the URL of the part's own drawing. */
export const imageAfterNewSku = (part: ImageOfPart, newSku: string | null) =>
  part.has_drawing && part.img === drawingPath(part.sku) ? drawingPath(newSku) : part.img

interface ImageOfPart {
  sku: string | null
  img: string
  has_drawing: boolean
}

const DRAWING_SUFFIXES = ['', '-icon', '-sheet']

/** Lists the files of the drawings of parts. Each is the key of a cached response. A part without SKU has none. */
export const listDrawingFiles = (skus: (string | null)[]): string[] =>
  skus.flatMap((sku) => (sku ? DRAWING_SUFFIXES.map((suffix) => `${sku}${suffix}.svg`) : []))

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

/** Draws a part from unsaved dimensions. Suggests attribute names, HS code and fits of the family's first drawn part. */
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
  const first = await findTemplate(db, { ...part, id: undefined })
  return {
    svg: drawing ? drawPart({ ...drawing, id: 'preview', label: 'Drawing' }, 'card') : null,
    attributeNames: Object.keys(first?.attributes ?? {}).filter((name) => name !== 'sold_as'),
    hsCode: first?.hs_code ?? null,
    fits: first ? await readFitEntries(db, first.id) : [],
  }
}
