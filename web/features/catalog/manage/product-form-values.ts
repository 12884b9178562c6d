import type { NewPart, Part, PartDetails, PartFits } from '@freehub/contract/catalog/parts'
import { toCreateFieldErrors } from '../../../api/field-errors.ts'
import { type FormEntry, listFilledEntries, toFormEntry } from '../../fitment/fit-entries.tsx'
import {
  type DataFormValues,
  parseDataFormValues,
  toDataFormValues,
  toPartData,
} from './data-form-values.ts'
import {
  emptyPartValues,
  type PartFormValues,
  toNewPart,
  toPartFormValues,
} from './part-form-values.ts'
import { listStepFields, parseStepFormValues, type StepFormValues } from './price-step-fields.tsx'
import { toStepFormValues } from './price-steps-form.tsx'
import { DATA_FIELDS } from './product-data-fields.tsx'

/** The values of the form of a new product: the fields of the specification, and optional fields. */
export interface ProductFormValues extends PartFormValues, DataFormValues, StepFormValues {
  fits: FormEntry[]
}

export const emptyProduct: ProductFormValues = {
  ...emptyPartValues,
  sku: '',
  familySlug: '',
  packSize: '',
  cartonSize: '',
  weightGrams: '',
  leadTimeDays: '',
  hsCode: '',
  dimensions: [],
  priceTiers: [],
  orderMultiple: '',
  fits: [],
}

/** Converts the form to a part. Leaves out empty optional fields. */
export function toNewProduct(values: ProductFormValues): NewPart {
  const fits = listFilledEntries(values.fits)
  const optionalFields = {
    ...parseDataFormValues(values, {}),
    ...parseStepFormValues(values),
    fits,
  }
  const isFilled = ([, value]: [string, unknown]) =>
    value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
  return {
    ...toNewPart(values),
    ...Object.fromEntries(Object.entries(optionalFields).filter(isFilled)),
  }
}

/** Returns the form values of a similar product: the part's data without SKU, stock and the drawing of this SKU. */
export function toSimilarProductValues(
  part: Part,
  details: PartDetails,
  { entries }: PartFits,
): ProductFormValues {
  return {
    ...toPartFormValues(part),
    ...toDataFormValues(toPartData(details)),
    ...toStepFormValues(details),
    fits: entries.map(toFormEntry),
    sku: '',
    availableQuantity: '',
    ...(part.img === `/drawings/${details.sku}.svg` && { img: '' }),
  }
}

/** Lists the errors of a product that was not added, for the fields of its form. */
export const listNewProductErrors = (error: unknown, values: ProductFormValues) =>
  toCreateFieldErrors(error, [
    ...(Object.keys(emptyPartValues) as (keyof typeof emptyPartValues)[]),
    ...DATA_FIELDS,
    ...listStepFields(values),
    // The call contains only filled entries.
    ...listFilledEntries(values.fits).map((_, index) => `fits.${index}.size` as const),
  ])
