import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { NewOwnNumber, OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { buildListQuery, pagedListQuery } from '../../../api/list-pages.ts'
import { matchPadRows } from '../pad-calls.ts'

export const OWN_NUMBERS_QUERY_KEY = ['ownNumbers']

export const ownNumbersQuery = (search: string) =>
  pagedListQuery<OwnNumber>(
    [...OWN_NUMBERS_QUERY_KEY, search],
    `/api/own-numbers?${buildListQuery({ search })}`,
  )

export const putOwnNumber = (body: NewOwnNumber) =>
  call<OwnNumber>('PUT', '/api/own-numbers', { body })

export const deleteOwnNumber = (code: string) =>
  call('DELETE', `/api/own-numbers/${encodeURIComponent(code)}`)

/** Returns the own number, with its part, that is already in use and therefore caused the refusal. */
export async function findUsedNumber(error: unknown, code: string): Promise<OwnNumber | undefined> {
  if (!(error instanceof CallError) || error.problem.code !== 'own_number_used') return undefined
  const key = toCodeKey(code)
  // A GTIN that begins with the code would come first, because its key has leading zeros.
  const query = buildListQuery({ search: code, after: key.slice(0, -1), size: '1' })
  const [first] = await call<OwnNumber[]>('GET', `/api/own-numbers?${query}`)
  return first?._id === key ? first : undefined
}

/** The error if the part number in the form identifies no part. */
export class UnknownPartError extends Error {}

export interface OwnNumberFields {
  code: string
  partNumber: string
}

/**
 * Stores an own number for the part with this part number, instead of the number before the change (`oldNumber`).
 * Throws an UnknownPartError for an unknown part number.
 */
export async function saveOwnNumber(
  { code, partNumber }: OwnNumberFields,
  oldNumber: OwnNumber | undefined,
  replacedProductId: string | undefined,
): Promise<OwnNumber> {
  const hasSamePart = oldNumber?.isOnSale && partNumber.trim() === (oldNumber.sku ?? '')
  const productId = hasSamePart ? oldNumber.productId : await findProductId(partNumber)
  const isSameNumber = oldNumber?._id === toCodeKey(code)
  const replacedId = isSameNumber ? oldNumber.productId : replacedProductId
  return putOwnNumber({
    code,
    productId,
    ...(replacedId && { replacedProductId: replacedId }),
    ...(oldNumber && { replacedCode: oldNumber.code }),
  })
}

/** Finds the part with this number. Throws an UnknownPartError unless exactly one part has it. */
async function findProductId(partNumber: string): Promise<string> {
  const { rows, parts } = await matchPadRows([[partNumber]])
  const [row] = rows
  const [match] = row?.matches ?? []
  if (row?.state === 'found' && match) return match.productId
  if (row?.state === 'choose')
    throw new UnknownPartError(
      'Several parts have this number. Enter our part number, such as FH-10110-7.',
    )
  if (row?.state === 'unknown' && match) throw new UnknownPartError('This part is no longer sold.')
  const guess = parts.find(({ productId }) => productId === match?.productId)?.sku
  throw new UnknownPartError(
    guess ? `No part has this number. Did you mean ${guess}?` : 'No part has this number.',
  )
}
