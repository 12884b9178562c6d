import type {
  FitEntry,
  NewPart,
  Part,
  PartDetails,
  PartUpdate,
} from '@freehub/contract/catalog/parts'
import { listChanges, mergeEdits, readDraftWithBase } from '../../../ui/forms/read-edits.ts'
import { type FormEntry, listFilledEntries, toFormEntry } from '../../fitment/fit-entries-input.tsx'
import { formatFieldChange } from '../stock/format-part-edit.ts'
import {
  type DataFormValues,
  parseDataFormValues,
  toDataFormValues,
  toPartData,
} from './part-data-form-values.ts'
import {
  emptyPartValues,
  type PartFormValues,
  toNewPart,
  toPartFormValues,
} from './part-form-values.ts'
import {
  listStepFields,
  parseStepFormValues,
  STEP_ROW_KEYS,
  type StepFormValues,
  toPriceSteps,
  toStepFormValues,
} from './price-step-fields.tsx'
import { DATA_FIELDS } from './product-data-fields.tsx'

/** A part with all data that staff edit. */
export interface Product extends Part, PartDetails {
  fits: FitEntry[]
}

/** The values of the form of a product: the fields of the specification, and optional fields. */
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

export function toProductFormValues(product: Product): ProductFormValues {
  return {
    ...toPartFormValues(product),
    ...toDataFormValues(toPartData(product)),
    ...toStepFormValues(product),
    fits: product.fits.map(toFormEntry),
  }
}

/** Returns the form values of a similar product: the part's data without SKU, stock and the drawing of this SKU. */
export function toSimilarProductValues(product: Product): ProductFormValues {
  return {
    ...toProductFormValues(product),
    sku: '',
    availableQuantity: '',
    ...(product.img === `/drawings/${product.sku}.svg` && { img: '' }),
  }
}

/**
 * Reads the edits of a draft, on top of the current values. Gives its fits new keys, because fits that the user adds may
 * get the stored keys. `isOutdated` is true if another user has changed the product since the edits began. `overwritten`
 * describes the changes of other users that a save would replace: `Price from $4.20 to $7.00`.
 */
export function readProductDraft(email: string, draftKey: string, current: ProductFormValues) {
  const { base, draft } = readDraftWithBase(email, draftKey, current)
  const values = mergeEdits(current, base, draft, ROW_KEYS)
  const othersChanges = listChanges(base, current).filter((name) => name !== 'availableQuantity')
  const replaced = listChanges(mergeEdits(draft, base, current, ROW_KEYS), values)
  return {
    values: { ...values, fits: values.fits.map(toFormEntry) },
    isOutdated: othersChanges.length > 0,
    overwritten: othersChanges
      .filter((name) => replaced.includes(name))
      .map((name) => formatChange(name, base, current)),
  }
}

const ROW_KEYS = { dimensions: 'name', ...STEP_ROW_KEYS }

function formatChange(
  name: Exclude<keyof ProductFormValues, 'availableQuantity'>,
  before: ProductFormValues,
  after: ProductFormValues,
): string {
  if (name === 'fits') return 'Needs and offers changed'
  if (name === 'dimensions') return 'Dimensions changed'
  const toValue = ({ [name]: value }: ProductFormValues) =>
    (typeof value === 'string'
      ? value
      : value.map(({ fromQuantity, price }) => `${fromQuantity}:${price}`).join('|')) || null
  const field = name === 'familySlug' ? 'family' : name
  return formatFieldChange({ field, from: toValue(before), to: toValue(after) })
}

/** Leaves out empty optional fields, which the previous release refuses during an upgrade. */
export function toNewProduct(values: ProductFormValues): NewPart {
  const isFilled = ([, value]: [string, unknown]) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : true
  const optionalFields = Object.entries(parseProduct(values, {})).filter(isFilled)
  return { ...toNewPart(values), ...Object.fromEntries(optionalFields) }
}

/** The fields of a product that staff edit, except the stock. */
type ProductFields = Required<Omit<PartUpdate, 'seen'>>

type FieldName = keyof ProductFields

const TERMS: FieldName[] = ['price', 'minimumOrder', 'priceTiers', 'orderMultiple']
const FAMILY_DATA: FieldName[] = ['familySlug', 'attributes']

/**
 * Returns the changed fields, without the stock. If one of the terms has changed and there are price steps, returns all
 * terms. `seen` contains the stored values of these fields. For a field of the terms, or family or attributes, it
 * contains the whole group. Undefined if no field has changed.
 */
export function diffProduct(product: Product, values: ProductFormValues): PartUpdate | undefined {
  const seen = toProductFields(product)
  const fields = parseProduct(values, product.attributes)
  const changed = (Object.keys(fields) as FieldName[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(seen[name]),
  )
  if (changed.length === 0) return undefined
  const addGroup = (names: FieldName[], group: FieldName[]) =>
    names.some((name) => group.includes(name)) ? [...new Set([...names, ...group])] : names
  // With all terms, the server stores the steps as the form shows them. Otherwise it would scale them.
  const hasSteps = product.priceTiers.length > 0 || fields.priceTiers.length > 0
  const sent = hasSteps ? addGroup(changed, TERMS) : changed
  const pick = (names: FieldName[], from: ProductFields) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as PartUpdate
  return {
    ...pick(sent, fields),
    seen: pick(addGroup(addGroup(sent, TERMS), FAMILY_DATA), seen),
  }
}

export function toProductFields(product: Product): ProductFields {
  const { name, price, minimumOrder, description, img, fits } = product
  const fields = { name, price, minimumOrder, description, img, fits }
  return { ...fields, ...toPartData(product), ...toPriceSteps(product) }
}

/** Converts the form. Dimensions that the user left unchanged keep their stored values. */
function parseProduct(
  values: ProductFormValues,
  storedAttributes: Product['attributes'],
): ProductFields {
  const { availableQuantity: _, ...fields } = toNewPart(values)
  return {
    ...fields,
    ...parseDataFormValues(values, storedAttributes),
    ...parseStepFormValues(values),
    fits: listFilledEntries(values.fits),
  }
}

/** Returns the names of the fields, to show the errors of a refused call. */
export const listProductFields = (values: ProductFormValues) => [
  ...(Object.keys(emptyPartValues) as (keyof typeof emptyPartValues)[]),
  ...DATA_FIELDS,
  ...listStepFields(values),
  // The call contains only filled entries.
  ...listFilledEntries(values.fits).map((_, index) => `fits.${index}.size` as const),
]
