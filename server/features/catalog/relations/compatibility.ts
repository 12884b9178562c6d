/** A mechanical interface between two parts, as the catalogue defines it. */
export interface PartInterface {
  id: string
  name: string
  /** What the other side belongs to: `catalogue` if parts on sale meet every need, else `frame`, `rider` … */
  counterpart: string
  rule: 'equal' | 'table' | 'interval' | 'etrto'
  /** Compatible offered sizes, by needed size. */
  accepts?: Record<string, string[]>
  /** Range of compatible needed sizes in millimetres, by offered size. */
  intervals?: Record<string, [min: number, max: number]>
  /** If a part needs several sizes, all must be met. By default they are alternatives. */
  all_needs?: boolean
  note?: string
  standard?: string
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
      return isTyreCompatible(needed, offered)
  }
}

/** ETRTO rule: needed `37-622` fits offered `28/47-622`, as the bead seat is equal and the width in range. */
function isTyreCompatible(needed: string, offered: string): boolean {
  const [width, seat] = needed.split('-')
  const [range = '', offeredSeat] = offered.split('-')
  const [min, max] = range.split('/').map(Number)
  if (min === undefined || max === undefined) return false
  return seat === offeredSeat && isWithin(Number(width), [min, max])
}

function isWithin(size: number, interval: [number, number] | undefined): boolean {
  return interval !== undefined && size >= interval[0] && size <= interval[1]
}

function getOwnValue<T>(table: Record<string, T> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}
