/** A mechanical interface between two parts, as defined in the catalog. */
export interface PartInterface {
  id: string
  name: string
  /** The owner of the other side: `catalogue` if parts on sale can meet every need, otherwise `frame`, `rider` … */
  counterpart: string
  rule: 'equal' | 'table' | 'interval' | 'etrto'
  /** All sizes. If the interface has a `pattern`, the sizes are instead all texts that match the pattern. */
  sizes: string[]
  pattern?: string
  /** Compatible offered sizes, by needed size. */
  accepts?: Record<string, string[]>
  /** Range of compatible needed sizes in millimetres, by offered size. */
  intervals?: Record<string, [min: number, max: number]>
  /** True: if a part needs several sizes, all must be met. Otherwise the sizes are alternatives. */
  all_needs?: boolean
  /** Interfaces of one group exclude each other: a rear hub has an HG, Micro Spline or XDR freehub. */
  exclusiveGroup?: string
  /** True: one counterpart serves all parts that need it, such as the chain of a bicycle. */
  shared?: boolean
  /** True: an unmet need is not a missing part, because the part includes the counterpart or works without it. */
  optional?: boolean
  /** True: an unmet need is ignored, because the part has its own bearings. */
  ignoredIfUnmet?: boolean
  /** True: each part needs its own counterpart, so quantities are compared. */
  counted?: boolean
  /** The number of needs that one part meets, by its offered size. The default is one. */
  serves?: Record<string, number>
  /** True: a bicycle has counterparts of several sizes, so an offer of a bike does not exclude another size. */
  coexist?: boolean
  /** An additional item between a needed and an offered size, such as a spacer: by needed, then by offered size. */
  extras?: Record<string, Record<string, string>>
  /** True: parts with this need wear out. If one part of the kind fits, another one is a spare for another bicycle. */
  wears?: boolean
  /** Sizes at the front and sizes at the rear of a bicycle. A part at one end does not exclude a part at the other. */
  ends?: [front: string[], rear: string[]]
  /** True: one part has all sizes, such as a pair of skewers. */
  kit?: boolean
  /** `wheel` if both sides belong to one wheel. */
  assembly?: string
  words?: FitWords
  note?: string
  standard?: string
}

/** Phrases for sentences about fits. `{size}` stands for sizes, `{from}` and `{to}` for the limits of an interval. */
export interface FitWords {
  /** The object of "needs": `a {size} chain`. */
  need: string
  /** The predicate of a part that offers a size: `is {size}`. */
  offer: string
  /** The words for each size that replace `{size}`, where they differ from the size. */
  sizes?: Record<string, string>
  /** Whole phrases by needed size. An empty phrase is left out. */
  needs?: Record<string, string>
  /** Whole phrases by offered size. */
  offers?: Record<string, string>
  /** The predicate of a bike. Without it, "is …" becomes "has …" with the words of the need. */
  bike?: string
  /** The predicate, or a whole sentence, in a conflict with a part that needs another interface of the same group. */
  other?: string
}

/** True if the needed size fits the offered size by the rule of the interface. */
export function isCompatible(
  partInterface: PartInterface,
  needed: string,
  offered: string,
): boolean {
  switch (partInterface.rule) {
    case 'equal':
      return needed === offered
    case 'table':
      return getOwnValue(partInterface.accepts, needed)?.includes(offered) ?? false
    case 'interval':
      return isWithin(Number(needed), getOwnValue(partInterface.intervals, offered))
    case 'etrto':
      return isTyreCompatible(needed, offered) || (needed === 'tubeless' && offered === needed)
  }
}

/**
 * Applies the ETRTO rule: needed `37-622` fits offered `28/47-622` and `37-622`. The bead seats must be equal, and the
 * width must be in the range.
 */
function isTyreCompatible(needed: string, offered: string): boolean {
  const [width, beadSeat] = needed.split('-')
  const [range = '', offeredBeadSeat] = offered.split('-')
  const [min, max = min] = range.split('/').map(Number)
  if (min === undefined || max === undefined) return false
  return beadSeat === offeredBeadSeat && isWithin(Number(width), [min, max])
}

function isWithin(size: number, interval: [number, number] | undefined): boolean {
  return interval !== undefined && size >= interval[0] && size <= interval[1]
}

function getOwnValue<T>(table: Record<string, T> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}

export function isKnownSize({ sizes, pattern }: PartInterface, size: string): boolean {
  return pattern === undefined ? sizes.includes(size) : new RegExp(pattern).test(size)
}
