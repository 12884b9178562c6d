import { z } from 'zod'
import { PIECES_MAXIMUM } from '../constants.ts'
import {
  FAMILIES_AT_ONCE,
  PART_DESCRIPTION_LENGTH,
  PART_NAME_LENGTH,
  SEARCH_LENGTH,
  STOCK_REASON_LENGTH,
} from '../limits.ts'
import {
  dollars,
  dollarsInQuery,
  id,
  imageAddress,
  page,
  pieces,
  piecesFromOne,
  requiredText,
  text,
} from '../schema-fields.ts'
import { PART_SORTS } from './parts-wanted.ts'

/** A part as the specification's calls say it. `price` in dollars, quantities in pieces. */
export const part = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  price: z.number(),
  availableQuantity: z.int(),
  minimumOrder: z.int(),
})

/** Which parts are wanted. `search`: words, sizes, a part number; `family`: slugs, divided by commas. */
const wanted = {
  search: text(SEARCH_LENGTH).optional(),
  available: z.literal('true', 'available is true, or not said.').optional(),
  priceFrom: dollarsInQuery.optional(),
  priceTo: dollarsInQuery.optional(),
}

const familySlugs = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*(,[a-z0-9]+(-[a-z0-9]+)*)*$/,
    'Families are slugs, divided by commas.',
  )
  .transform((slugs) => [...new Set(slugs.split(','))])
  .refine((slugs) => slugs.length <= FAMILIES_AT_ONCE, `At most ${FAMILIES_AT_ONCE} families.`)

export const partsQuery = z.strictObject({
  size: page.size,
  after: page.after,
  ...wanted,
  family: familySlugs.optional(),
  sort: z.enum(PART_SORTS, `sort is one of ${PART_SORTS.join(', ')}.`).optional(),
})

/** All that are wanted, in the catalogue's own order. */
export const exportQuery = partsQuery.omit({ size: true, after: true, sort: true })

/** The families are counted under the same wishes, but for the family itself. */
export const familiesQuery = z.strictObject(wanted)

/**
 * A family of parts. `figure` names its drawings; `count` is how many of its parts are wanted, up to 500,
 * and null where a search finds too many to say.
 */
export const family = z.object({
  slug: z.string(),
  name: z.string(),
  figure: z.string(),
  count: z.int().nullable(),
})

export const newPart = z.strictObject({
  name: requiredText(PART_NAME_LENGTH, 'Give the part a name.'),
  price: dollars,
  minimumOrder: piecesFromOne,
  availableQuantity: pieces,
  description: requiredText(PART_DESCRIPTION_LENGTH, 'Describe the part.'),
  img: imageAddress,
})

/**
 * What changes of a part; at least one field. `seen` is what stood there when the change was typed: if
 * somebody else has changed it meanwhile, nothing happens.
 */
export const changedPart = newPart
  .omit({ availableQuantity: true })
  .partial()
  .extend({ seen: newPart.pick({ price: true, minimumOrder: true }).partial().strict().optional() })
  .refine(({ seen: _, ...change }) => Object.keys(change).length > 0, 'Send what changes.')

/**
 * Pieces that came (more than 0) or went (less), and why. `seen` is for who counts: if the pieces in the
 * warehouse are others meanwhile, nothing happens.
 */
export const stockChange = z.strictObject({
  pieces: z
    .int('Give a whole number of pieces.')
    .min(-PIECES_MAXIMUM)
    .max(PIECES_MAXIMUM)
    .refine((pieces) => pieces !== 0, 'Give the pieces that came, or those that went, as -5.'),
  reason: requiredText(STOCK_REASON_LENGTH, 'Say why the stock changes.'),
  seen: z.strictObject({ onHand: pieces }).optional(),
})

export const stockQuery = z.strictObject({ size: page.size, after: page.after })

/** A movement of a part's stock. `left`: pieces in the warehouse after it. `by`: a name; null of the shop itself. */
const stockMovement = z.object({
  _id: id,
  kind: z.enum(['initial', 'adjustment', 'shipment']),
  pieces: z.int(),
  left: z.int(),
  reason: z.string().nullable(),
  orderId: id.nullable(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})

/** A part's stock now, and a page of its movements, newest first. Of deleted parts, too: `onSale` is false. */
export const stockLedger = z.object({
  name: z.string(),
  img: z.string(),
  sku: z.string().nullable(),
  onSale: z.boolean(),
  onHand: z.int(),
  reserved: z.int(),
  available: z.int(),
  movements: z.array(stockMovement),
})

const editValue = z.union([z.string(), z.number(), z.null()])

/**
 * What staff changed of a part, field by field: dollars, pieces, texts, null of what is empty. A family
 * stands by its name. A deleted part has no more fields.
 */
export const partEdit = z.object({
  _id: id,
  kind: z.enum(['changed', 'deleted']),
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
        'sku',
        'family',
        'packSize',
        'cartonSize',
        'weightGrams',
        'leadTimeDays',
        'hsCode',
      ]),
      from: editValue,
      to: editValue,
    }),
  ),
})

/** What the catalogue knows of a part beyond the specification. Units end the attributes' names. */
export const partDetails = z.object({
  _id: id,
  sku: z.string().nullable(),
  family: z.string().nullable(),
  familySlug: z.string().nullable(),
  /** The part number of the article that it replaced. */
  supersedes: z.string().nullable(),
  hsCode: z.string().nullable(),
  /** From so many pieces each costs so much; the first step is the minimum order. */
  priceTiers: z.array(z.object({ fromQuantity: z.int(), price: z.number() })),
  packSize: z.int().nullable(),
  cartonSize: z.int().nullable(),
  weightGrams: z.number().nullable(),
  leadTimeDays: z.int().nullable(),
  attributes: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
  ),
})

/** One interface of a part: what it needs there or offers, and the parts on sale that agree with it. */
const partFit = z.object({
  /** What is joined: `Chain on sprocket, chainring and derailleur`. */
  name: z.string(),
  role: z.enum(['needs', 'offers']),
  /** The part's own sizes there; where it needs several, one of them is enough, unless all are. */
  sizes: z.array(z.string()),
  allNeeded: z.boolean(),
  note: z.string().nullable(),
  standard: z.string().nullable(),
  /** What the other side belongs to: `catalogue`, or the frame, the fork, the rider … */
  counterpart: z.string(),
  parts: z.array(part),
  /** How many parts agree in all; `parts` shows the first of them. */
  count: z.int(),
})

/** What a part goes together with, and the parts that are most like it. */
export const partRelations = z.object({ fits: z.array(partFit), similar: z.array(part) })
