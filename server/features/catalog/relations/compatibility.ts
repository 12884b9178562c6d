/** A mechanical interface between two parts, as the catalogue defines it. */
export interface PartInterface {
  id: string
  name: string
  /** What the other side belongs to: `catalogue` if parts on sale meet every need, else `frame`, `rider` … */
  counterpart: string
  rule: 'equal' | 'table' | 'interval' | 'etrto'
  /** All sizes, or `pattern` if `pattern` matches them. */
  sizes: string[]
  pattern?: string
  /** Compatible offered sizes, by needed size. */
  accepts?: Record<string, string[]>
  /** Range of compatible needed sizes in millimetres, by offered size. */
  intervals?: Record<string, [min: number, max: number]>
  /** If a part needs several sizes, all must be met. By default they are alternatives. */
  all_needs?: boolean
  /** Interfaces with the same seat exclude each other, such as the freehub bodies of a rear hub. */
  seat?: string
  /** One counterpart serves all parts that need it, such as the chain of a bicycle. */
  shared?: boolean
  /** An unmet need is not missing, because the part comes with it or works without. */
  optional?: boolean
  /** An unmet need says nothing, because the part has bearings of its own. */
  ignoredIfUnmet?: boolean
  /** Each part needs a counterpart of its own, so pieces are compared. */
  counted?: boolean
  /** Number of needs that one part with this offered size meets, if more than one. */
  serves?: Record<string, number>
  /** A bicycle has counterparts of several sizes, so an entry of a bike takes no place from another size. */
  coexist?: boolean
  /** What else is needed to fit a needed size to an offered one, such as a spacer: by needed, then offered size. */
  extras?: Record<string, Record<string, string>>
  /** Parts that need it wear. Another part of a kind that already fits is a spare for another bicycle. */
  wears?: boolean
  /** Sizes at the front and sizes at the rear of a bicycle. Neither takes the place of the other. */
  ends?: [front: string[], rear: string[]]
  /** One part has all sizes, such as a pair of skewers. */
  kit?: boolean
  /** `wheel` if both sides belong to one wheel. */
  assembly?: string
  words?: FitWords
  note?: string
  standard?: string
}

/** Phrases of sentences about fit. `{size}` stands for sizes, `{from}` and `{to}` for the ends of an interval. */
export interface FitWords {
  /** The object of "needs": `a {size} chain`. */
  need: string
  /** The predicate of an offering part: `is {size}`. */
  offer: string
  /** Words for sizes. */
  sizes?: Record<string, string>
  /** Whole phrases by needed size. An empty one is left out. */
  needs?: Record<string, string>
  /** Whole phrases by offered size. */
  offers?: Record<string, string>
  /** The predicate of a bike. Without it, "is …" becomes "has" and the need. */
  bike?: string
  /** The predicate, or a sentence, for parts that need another interface of the same seat. */
  other?: string
}

/** True if a part that needs one size fits a part that offers the other, by the rule of the interface. */
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

/** ETRTO rule: needed `37-622` fits offered `28/47-622` and `37-622`: the bead seat is equal and the width in range. */
function isTyreCompatible(needed: string, offered: string): boolean {
  const [width, seat] = needed.split('-')
  const [range = '', offeredSeat] = offered.split('-')
  const [min, max = min] = range.split('/').map(Number)
  if (min === undefined || max === undefined) return false
  return seat === offeredSeat && isWithin(Number(width), [min, max])
}

function isWithin(size: number, interval: [number, number] | undefined): boolean {
  return interval !== undefined && size >= interval[0] && size <= interval[1]
}

function getOwnValue<T>(table: Record<string, T> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}

/** True if the interface has this size. */
export function isKnownSize({ sizes, pattern }: PartInterface, size: string): boolean {
  return pattern === undefined ? sizes.includes(size) : new RegExp(pattern).test(size)
}
