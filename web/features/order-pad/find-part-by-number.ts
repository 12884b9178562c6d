import type { MatchedRows, PadPart } from '@freehub/contract/order-pad/order-pad'
import { matchPadRows } from './pad-calls.ts'

/** The error if a typed part number cannot be used. Its message is for the user. */
export class PartNumberError extends Error {}

/** Finds the part with this number. Throws a PartNumberError unless exactly one part has it. */
export async function findPartByNumber(partNumber: string): Promise<PadPart> {
  return getPart(await matchPadRows([[partNumber]]), 0)
}

/** Returns the part of a matched row with one number. Throws a PartNumberError unless exactly one part has it. */
export function getPart({ rows, parts }: MatchedRows, index: number): PadPart {
  const row = rows[index]
  const [match] = row?.matches ?? []
  const part = parts.find(({ productId }) => productId === match?.productId)
  if (row?.state === 'found' && part) return part
  if (row?.state === 'choose')
    throw new PartNumberError(
      'Several parts have this number. Enter our part number, such as FH-10110-7.',
    )
  if (row?.state === 'unknown' && match) throw new PartNumberError('This part is no longer sold.')
  throw new PartNumberError(
    part?.sku ? `No part has this number. Did you mean ${part.sku}?` : 'No part has this number.',
  )
}
