/** A place where two parts meet, as the catalogue defines it. */
export interface Interface {
  id: string
  name: string
  /** `catalogue` where every need is met by a part of it, or whose the other side is: `frame`, `rider` … */
  counterpart: string
  rule: 'equal' | 'table' | 'interval' | 'etrto'
  /** By size needed, the sizes offered that will do. */
  accepts?: Record<string, string[]>
  /** By size offered, the least and the most millimetres that may be needed. */
  intervals?: Record<string, [least: number, most: number]>
  /** Where a part needs several sizes, all must be met; otherwise they are alternatives. */
  all_needs?: boolean
  note?: string
  standard?: string
}

/** True when a part that needs this size takes one that offers that size, by the interface's rule. */
export function agrees(joint: Interface, needed: string, offered: string): boolean {
  switch (joint.rule) {
    case 'equal':
      return needed === offered
    case 'table':
      return ownValue(joint.accepts, needed)?.includes(offered) ?? false
    case 'interval':
      return isWithin(Number(needed), ownValue(joint.intervals, offered))
    case 'etrto':
      return tyreFits(needed, offered)
  }
}

/** Needed `37-622` lies within offered `28/47-622`: the same bead seat, and a width in the range. */
function tyreFits(needed: string, offered: string): boolean {
  const [width, seat] = needed.split('-')
  const [range = '', offeredSeat] = offered.split('-')
  const [least, most] = range.split('/').map(Number)
  if (least === undefined || most === undefined) return false
  return seat === offeredSeat && isWithin(Number(width), [least, most])
}

function isWithin(size: number, interval: [number, number] | undefined): boolean {
  return interval !== undefined && size >= interval[0] && size <= interval[1]
}

function ownValue<T>(table: Record<string, T> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}
