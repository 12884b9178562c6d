import { z } from 'zod'
import { LIST_SIZE_MAXIMUM, QUANTITY_MAXIMUM } from '../constants.ts'
import {
  ATTRIBUTE_FILTERS_MAXIMUM,
  FAMILIES_MAXIMUM,
  FITS_MAXIMUM,
  PART_DESCRIPTION_LENGTH,
  PART_NAME_LENGTH,
  PRICE_STEPS_MAXIMUM,
  SEARCH_LENGTH,
  SKU_LENGTH,
  STOCK_REASON_LENGTH,
} from '../limits.ts'
import {
  deleted,
  dollars,
  dollarsParam,
  id,
  imageUrl,
  page,
  period,
  positiveQuantity,
  quantity,
  requiredName,
  requiredText,
  text,
  timestamp,
} from '../schema-fields.ts'
import { ATTRIBUTE_FILTER, PART_SORTS } from './part-filters.ts'

/** A part with the fields of the specification. `price` is in dollars, quantities are in pieces. */
export const part = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  price: z.number(),
  availableQuantity: z.int(),
  minimumOrder: z.int(),
})

const filterFields = {
  search: text(SEARCH_LENGTH).optional(),
  exact: z.literal('true', 'exact must be true or omitted.').optional(),
  available: z.literal('true', 'available must be true or omitted.').optional(),
  priceFrom: dollarsParam.optional(),
  priceTo: dollarsParam.optional(),
}

const familySlugs = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*(,[a-z0-9]+(-[a-z0-9]+)*)*$/,
    'Give family slugs separated by commas.',
  )
  .transform((slugs) => [...new Set(slugs.split(','))])
  .refine((slugs) => slugs.length <= FAMILIES_MAXIMUM, `At most ${FAMILIES_MAXIMUM} families.`)

const attributeValues = z
  .string()
  .transform((values) => [...new Set(values.split(','))])
  .refine(
    (values) => values.every((value) => ATTRIBUTE_FILTER.test(value)),
    'Give attributes such as speeds:9, separated by commas.',
  )
  .refine(
    (values) => values.length <= ATTRIBUTE_FILTERS_MAXIMUM,
    `At most ${ATTRIBUTE_FILTERS_MAXIMUM} attributes.`,
  )

const partSort = z.enum(PART_SORTS, `sort must be one of ${PART_SORTS.join(', ')}.`)

export const partsQuery = z.strictObject({
  size: page.size,
  after: page.after,
  ...filterFields,
  family: familySlugs.optional(),
  attribute: attributeValues.optional(),
  sort: partSort.optional(),
})

export const exportQuery = partsQuery.omit({ size: true, after: true, sort: true })

export const familiesQuery = z.strictObject(filterFields)

export const facetsQuery = exportQuery.required({ family: true })

/** An attribute with its values, as filters of parts. `count`: matching parts with this value. */
export const facet = z.object({
  name: z.string(),
  values: z.array(z.object({ value: z.string(), count: z.int() })),
})

export const partIdsQuery = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(id).max(LIST_SIZE_MAXIMUM, `At most ${LIST_SIZE_MAXIMUM} parts.`)),
})

/** `figure`: the name of its drawings (drawings/draw.ts). `count`: at most 500; null if a search has 500 in all. */
export const family = z.object({
  slug: z.string(),
  name: z.string(),
  figure: z.string(),
  count: z.int().nullable(),
})

/** The fields of the specification that staff can set. */
export const partFields = z.strictObject({
  name: requiredName(PART_NAME_LENGTH, 'Enter a name.'),
  price: dollars,
  minimumOrder: positiveQuantity,
  availableQuantity: quantity,
  description: requiredText(PART_DESCRIPTION_LENGTH, 'Enter a description.'),
  img: imageUrl,
})

export const orderMultiple = positiveQuantity
  .min(2, 'Enter at least 2 pieces, or nothing if any quantity can be ordered.')
  .nullable()

/** Unit prices of larger quantities, below the price of the minimum order. */
export const priceSteps = z
  .array(z.strictObject({ fromQuantity: positiveQuantity, price: dollars }))
  .max(PRICE_STEPS_MAXIMUM, `At most ${PRICE_STEPS_MAXIMUM} price steps.`)

export const managedPartsStatus = z.enum(
  ['sale', 'out', 'archived', 'all'],
  'status must be sale, out, archived or all.',
)

/** `out`: on sale, with less stock than the minimum order. */
export const managedPartsQuery = z
  .strictObject({
    ...page,
    search: text(SEARCH_LENGTH).optional(),
    status: managedPartsStatus.optional(),
    id: id.optional(),
    family: familySlugs.optional(),
    sort: partSort.optional(),
  })
  .refine(
    ({ status = 'sale', sort }) => status === 'sale' || sort === undefined,
    'sort is only possible with the status sale.',
  )

/** `archivedAt` is null while the part is on sale. A part that was ordered is archived instead of deleted. */
export const managedPart = part.extend({
  sku: z.string().nullable(),
  isOrdered: z.boolean(),
  archivedAt: timestamp.nullable(),
})

/** `archived` is true if the part was ordered, so that it can be restored. */
export const deletedPart = deleted.extend({ archived: z.literal(true).optional() })

/** The value of an attribute: a number, yes or no, a text, or several numbers or texts. */
const attributeValue = z.union([
  z.number(),
  z.boolean(),
  requiredText(60, 'Enter a value.'),
  z
    .array(z.union([z.number(), requiredText(60, 'Enter a value.')]))
    .min(1)
    .max(40),
])

const attributeValuesByName = z
  .record(
    z.string().regex(/^[a-z0-9_]{1,40}$/, 'Use lower case letters, digits and underscores.'),
    attributeValue,
  )
  .refine((attributes) => Object.keys(attributes).length <= 40, 'At most 40 dimensions.')

const packQuantity = positiveQuantity.nullable()

/** The fields of a part that staff can set in addition to those of the specification. */
export const partData = z.strictObject({
  sku: requiredText(SKU_LENGTH, 'Enter a part number.').nullable(),
  familySlug: text(100).nullable(),
  packSize: packQuantity,
  cartonSize: packQuantity,
  weightGrams: z
    .number()
    .min(0.001, 'Enter a weight above 0.')
    .max(1_000_000, 'Enter at most 1,000,000 grams.')
    .nullable(),
  leadTimeDays: z
    .int('Enter a whole number of days.')
    .min(0)
    .max(3650, 'Enter at most 3,650 days.')
    .nullable(),
  hsCode: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter an HS code of six digits.')
    .nullable(),
  attributes: attributeValuesByName,
})

export const drawingPreviewRequest = partData.pick({ familySlug: true, attributes: true }).extend({
  partId: id.optional(),
})

/** The quantity to add, or to remove if negative. The server refuses the change if `seen` is no longer current. */
export const stockChange = z.strictObject({
  pieces: z
    .int('Enter a whole number of pieces.')
    .min(-QUANTITY_MAXIMUM)
    .max(QUANTITY_MAXIMUM)
    .refine(
      (pieces) => pieces !== 0,
      'Enter the number of pieces to add, or a negative number to remove.',
    ),
  reason: requiredText(STOCK_REASON_LENGTH, 'Enter a reason.'),
  seen: z.strictObject({ onHand: quantity }).optional(),
})

export const stockQuery = z.strictObject({ ...page, ...period })

/** `left`: the quantity on hand after the movement. `by`: a user's name; null for the system. */
const stockMovement = z.object({
  _id: id,
  kind: z.enum(['initial', 'adjustment', 'shipment']),
  pieces: z.int(),
  left: z.int(),
  reason: z.string().nullable(),
  orderId: id.nullable(),
  orderNumber: z.string().nullable(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})

/** The current stock of a part and a page of its movements. Deleted parts have `onSale: false`. */
export const partStock = z.object({
  name: z.string(),
  img: z.string(),
  sku: z.string().nullable(),
  onSale: z.boolean(),
  onHand: z.int(),
  reserved: z.int(),
  available: z.int(),
  movements: z.array(stockMovement),
})

/** A size that a part or a bike needs or offers at an interface. */
export const fitEntry = z.strictObject({
  interface: text(60),
  role: z.enum(['needs', 'offers'], 'role must be needs or offers.'),
  size: text(60),
})

export const partFits = z.object({ entries: z.array(fitEntry) })

/** `svg` is null for a family without drawings. The other fields are those of its first part with a drawing. */
export const drawingPreview = z.object({
  svg: z.string().nullable(),
  attributeNames: z.array(z.string()),
  hsCode: z.string().nullable(),
  fits: z.array(fitEntry),
})

/** True if no entry occurs twice. */
export const hasUniqueEntries = (entries: z.output<typeof fitEntry>[]): boolean =>
  new Set(entries.map((entry) => JSON.stringify(entry))).size === entries.length

const fitEntries = z
  .array(fitEntry)
  .max(FITS_MAXIMUM, `At most ${FITS_MAXIMUM} entries.`)
  .refine(hasUniqueEntries, 'Give each entry once.')

/** A part with the fields of the specification, and with any of its other data. */
export const newPart = partFields.extend({
  ...partData.partial().shape,
  priceTiers: priceSteps.optional(),
  orderMultiple: orderMultiple.optional(),
  fits: fitEntries.optional(),
})

const partChange = newPart.omit({ availableQuantity: true }).partial()

/** At least one changed field. The server refuses the update if a field in `seen` is no longer current. */
export const partUpdate = partChange
  // An older name may have characters that new names must not have.
  .extend({ seen: partChange.extend({ name: text(PART_NAME_LENGTH).optional() }).optional() })
  .refine(
    ({ seen: _, ...change }) => Object.keys(change).length > 0,
    'Send at least one field to change.',
  )

const editValue = z.union([z.string(), z.number(), z.null()])

/** One edit by staff. Prices are in dollars; an empty value is null. Price steps: `300:5.72|1000:5.10`. */
export const partEdit = z.object({
  _id: id,
  kind: z.enum(['changed', 'deleted', 'restored']),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  changes: z.array(
    z.object({
      field: z.enum([
        'name',
        'description',
        'img',
        'price',
        'minimumOrder',
        'priceTiers',
        'orderMultiple',
        'sku',
        'family',
        'packSize',
        'cartonSize',
        'weightGrams',
        'leadTimeDays',
        'hsCode',
        'gtin',
        'competitorNumbers',
        'needs',
        'offers',
        'attributes',
      ]),
      from: editValue,
      to: editValue,
    }),
  ),
})

/** Part data beyond the specification. The names of `attributes` end with their units. */
export const partDetails = z.object({
  _id: id,
  sku: z.string().nullable(),
  family: z.string().nullable(),
  familySlug: z.string().nullable(),
  /** The number of the part that this part replaced. */
  supersedes: z.string().nullable(),
  hsCode: z.string().nullable(),
  /** Empty without price steps. The first tier starts at the minimum order and has the list price. */
  priceTiers: z.array(z.object({ fromQuantity: z.int(), price: z.number() })),
  /** The quantity of an order must be a multiple of this; null if any quantity is allowed. */
  orderMultiple: z.int().nullable(),
  packSize: z.int().nullable(),
  cartonSize: z.int().nullable(),
  weightGrams: z.number().nullable(),
  leadTimeDays: z.int().nullable(),
  attributes: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
  ),
})

/** An interface that a part needs or offers, and the compatible parts on sale. */
const partFit = z.object({
  /** For example `Chain on sprocket, chainring and derailleur`. */
  name: z.string(),
  role: z.enum(['needs', 'offers']),
  /** The need or the offer in a sentence: "This cassette needs an HG freehub." */
  why: z.string(),
  /** The part fits with one of these sizes. If `allNeeded` is true, it needs all of them. */
  sizes: z.array(z.string()),
  allNeeded: z.boolean(),
  note: z.string().nullable(),
  standard: z.string().nullable(),
  /**
   * The origin of the other side: `catalogue` for a part of the shop, otherwise the frame, the
   * fork, the rider …
   */
  counterpart: z.string(),
  parts: z.array(part),
  /** The number of compatible parts; `parts` holds the first ones. */
  count: z.int(),
})

export const partRelations = z.object({ fits: z.array(partFit), similar: z.array(part) })

/** `address` is the value for a part's `img`. `width` and `height` of the widest copy, in pixels. */
export const addedPhoto = z.object({
  _id: id,
  address: z.string(),
  width: z.int(),
  height: z.int(),
})

export type AddedPhoto = z.infer<typeof addedPhoto>
