import type { NewPart, Part, PartDetails, PartFits } from '@freehub/contract/catalog/parts'
import { toCreateFieldErrors } from '../../../api/field-errors.ts'
import { type FormEntry, listFilledEntries, toFormEntry } from '../../fitment/fit-entries.tsx'
import { type DataDraft, parseDataDraft, toDataDraft, toPartData } from './data-draft.ts'
import { emptyDraft, type PartDraft, toDraft, toNewPart } from './part-draft.ts'
import { listStepFields, parseStepsDraft, type StepsDraft } from './price-step-fields.tsx'
import { toStepsDraft } from './price-steps-form.tsx'
import { DATA_FIELDS } from './product-data-fields.tsx'

/** The form of a new product: the fields of the specification, and optional fields. */
export interface ProductDraft extends PartDraft, DataDraft, StepsDraft {
  fits: FormEntry[]
}

export const emptyProduct: ProductDraft = {
  ...emptyDraft,
  ...{ sku: '', familySlug: '', packSize: '', cartonSize: '', weightGrams: '' },
  ...{ leadTimeDays: '', hsCode: '', dimensions: [] },
  ...{ priceTiers: [], orderMultiple: '', fits: [] },
}

/** Converts a draft to a part. Leaves out empty optional fields. */
export function toNewProduct(draft: ProductDraft): NewPart {
  const fits = listFilledEntries(draft.fits)
  const optionalFields = { ...parseDataDraft(draft, {}), ...parseStepsDraft(draft), fits }
  const isFilled = ([, value]: [string, unknown]) =>
    value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
  return {
    ...toNewPart(draft),
    ...Object.fromEntries(Object.entries(optionalFields).filter(isFilled)),
  }
}

/**
 * Copies a part without the data that belong to it alone: its number, its stock, and the drawing of
 * that number.
 */
export function toSimilarDraft(
  part: Part,
  details: PartDetails,
  { entries }: PartFits,
): ProductDraft {
  return {
    ...toDraft(part),
    ...toDataDraft(toPartData(details)),
    ...toStepsDraft(details),
    fits: entries.map(toFormEntry),
    ...{ sku: '', availableQuantity: '' },
    ...(part.img === `/drawings/${details.sku}.svg` && { img: '' }),
  }
}

/** Lists the errors of a product that was not added, for the fields of its form. */
export const listNewProductErrors = (error: unknown, draft: ProductDraft) =>
  toCreateFieldErrors(error, [
    ...(Object.keys(emptyDraft) as (keyof typeof emptyDraft)[]),
    ...DATA_FIELDS,
    ...listStepFields(draft),
    // The call contains only filled entries.
    ...listFilledEntries(draft.fits).map((_, index) => `fits.${index}.size` as const),
  ])
