import { z } from 'zod'
import { ORDER_LINES_MAXIMUM } from '../constants.ts'
import { BUILD_UNITS_MAXIMUM, CROSSES_MAXIMUM, SEARCH_LENGTH } from '../limits.ts'
import { formatCount } from '../money.ts'
import { id, requiredText } from '../schema-fields.ts'

const cents = z.int()

/** A proposed part with the quantity to order. `available`: pieces that are not reserved. `priceTiers`: price steps. */
export const proposedPart = z.object({
  productId: id,
  name: z.string(),
  sku: z.string().nullable(),
  img: z.string(),
  /** The smallest valid quantity that covers the need of all units. */
  quantity: z.int(),
  unitPriceCents: cents,
  priceTiers: z.array(z.object({ fromQuantity: z.int(), unitPriceCents: cents })),
  available: z.int(),
  minimumOrder: z.int(),
  orderMultiple: z.int().nullable(),
})

/** `wheel`, `bike`: the parts of one unit. `stock`: separate parts, or with a profile, parts for this bike. */
export const fitCheckPurpose = z.enum(
  ['stock', 'wheel', 'bike'],
  'as must be stock, wheel or bike.',
)

/**
 * Either parts, each counted once, or one of the caller's jobs. The kind of the job replaces `as`. With a profile, the
 * check includes the caller's bike.
 */
export const fitCheckQuery = z
  .strictObject({
    productIds: z
      .array(id)
      .min(1, 'Send at least one part.')
      .max(ORDER_LINES_MAXIMUM, `At most ${ORDER_LINES_MAXIMUM} parts.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Give each part once.')
      .optional(),
    jobId: id.optional(),
    profileId: id.optional(),
    as: fitCheckPurpose.optional(),
  })
  .refine(({ productIds, jobId }) => (productIds === undefined) !== (jobId === undefined), {
    message: 'Send either productIds or jobId.',
    path: ['productIds'],
  })

/** A part of the set, or null for the bike of the profile. */
const member = id.nullable()

/** `a` needs something at the interface. `b` meets the need, or conflicts with it. */
const memberPair = z.object({ a: member, b: member, interface: z.string(), why: z.string() })

/** `isStrict`: the parts belong together. Then an unmet need is a conflict or a missing part. */
export const fitCheck = z.object({
  isStrict: z.boolean(),
  /** The name of the profile's bike. */
  bike: z.string().nullable(),
  /** Each need that is met, with the first part that meets it. */
  metNeeds: z.array(memberPair),
  conflicts: z.array(
    memberPair.extend({
      /** The exclusive group of both interfaces, if `b` offers another interface than `a` needs. */
      exclusiveGroup: z.string().nullable(),
      /** Parts that reduce the number of conflicts if they replace a part of the pair. */
      instead: z.array(proposedPart.extend({ replaces: id })),
    }),
  ),
  missing: z.array(
    z.object({
      interface: z.string(),
      name: z.string(),
      sizes: z.array(z.string()),
      why: z.string(),
      /** The parts that need it. */
      of: z.array(id),
      /** The quantity for one unit of the job. */
      quantity: z.int(),
      /** Parts that meet the need. Null if the server did not search: it searches only for the first 12 needs. */
      choices: z.array(proposedPart).nullable(),
    }),
  ),
  /** Needs that something outside the set meets: the frame, fork, rider, wheel or the rest of the bicycle. */
  outside: z.array(
    z.object({
      productId: member,
      interface: z.string(),
      counterpart: z.string(),
      why: z.string(),
    }),
  ),
  /** All conflicts and unmet needs. In a strict check, only the needs of spares, such as a tube for another wheel. */
  notes: z.array(z.object({ productId: member, why: z.string() })),
  /** Unknown ids, and parts without data about their fits. */
  unknown: z.array(id),
  /** Parts that are no longer sold. */
  gone: z.array(z.object({ productId: id, name: z.string() })),
})

export const wheelQuery = z.strictObject({
  hub: id,
  rim: id,
  crosses: z
    .int('Enter a whole number of crosses.')
    .min(0, 'The number of crosses cannot be negative.')
    .max(CROSSES_MAXIMUM, `At most ${CROSSES_MAXIMUM} crosses.`),
  wheels: z
    .int('Enter a whole number of wheels.')
    .min(1, 'Enter at least one wheel.')
    .max(BUILD_UNITS_MAXIMUM, `At most ${formatCount(BUILD_UNITS_MAXIMUM)} wheels.`),
})

/** `needed`: quantity for all wheels. `leftOver`: quantity to order that is not needed. */
const wheelLine = proposedPart.extend({ needed: z.int(), leftOver: z.int() })

const spokeSide = z.object({
  side: z.enum(['left', 'right']),
  /** Millimetres, to one decimal. */
  lengthMm: z.number(),
  /** Spokes on sale that can be used for this length: spokes in stock first, then by deviation. */
  spokes: z.array(proposedPart.extend({ lengthMm: z.number() })),
})

export const wheelPlan = z.object({
  spokeHoles: z.int(),
  crosses: z.int(),
  sides: z.array(spokeSide),
  /** A sentence about the spokes or nipples that are not on sale. */
  lacking: z.string().nullable(),
  /** The parts to order for all wheels: hub, rim, spokes and nipples. */
  lines: z.array(wheelLine),
  /** The path of the drawing to scale. Null if a dimension is not known. */
  drawing: z.string().nullable(),
  /** The reason why hub and rim do not fit; null if they fit. */
  conflict: z.string().nullable(),
})

/** A hub or rim on sale with the number of its spoke holes. */
export const wheelPart = z.object({
  productId: id,
  name: z.string(),
  sku: z.string().nullable(),
  spokeHoles: z.int(),
})

/** `hasMore`: the list contains only the first parts. A search finds the others. */
const wheelPartList = z.object({ parts: z.array(wheelPart), hasMore: z.boolean() })

/** The first hubs and rims whose dimensions are known, and recommended wheels. */
export const wheelParts = z.object({
  hub: wheelPartList,
  rim: wheelPartList,
  builds: z.array(z.object({ name: z.string(), hub: id, rim: id, crosses: z.int() })),
})

export const wheelPartsSearch = z.strictObject({
  kind: z.enum(['hub', 'rim'], 'kind must be hub or rim.'),
  search: requiredText(SEARCH_LENGTH, 'Enter what to search for.'),
})
