import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { NewOwnNumber, OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { deleteOnce } from '../../../api/delete-once.ts'
import { buildListQuery, pagedListQuery } from '../../../api/lists/paged-list.ts'
import { findPartByNumber } from '../find-part-by-number.ts'

export const OWN_NUMBERS_QUERY_KEY = ['ownNumbers']

export const ownNumbersQuery = (search: string) =>
  pagedListQuery<OwnNumber>(
    [...OWN_NUMBERS_QUERY_KEY, search],
    () => `/api/own-numbers?${buildListQuery({ search })}`,
  )

export const putOwnNumber = (body: NewOwnNumber) =>
  call<OwnNumber>('PUT', '/api/own-numbers', { body })

export const deleteOwnNumber = (code: string) =>
  deleteOnce(`/api/own-numbers/${encodeURIComponent(code)}`)

/** Returns the own number, with its part, that is already in use and therefore caused the refusal. */
export async function findUsedNumber(error: unknown, code: string): Promise<OwnNumber | undefined> {
  if (!(error instanceof CallError) || error.problem.code !== 'own_number_used') return undefined
  const key = toCodeKey(code)
  // A GTIN that begins with the code would come first, because its key has leading zeros.
  const query = buildListQuery({ search: code, after: key.slice(0, -1), size: '1' })
  const [first] = await call<OwnNumber[]>('GET', `/api/own-numbers?${query}`)
  return first?._id === key ? first : undefined
}

export interface OwnNumberFields {
  code: string
  partNumber: string
}

/**
 * Stores an own number for the part with this part number, instead of the number before the change (`oldNumber`).
 * Throws a PartNumberError for an unknown part number.
 */
export async function saveOwnNumber(
  { code, partNumber }: OwnNumberFields,
  oldNumber: OwnNumber | undefined,
  replacedProductId: string | undefined,
): Promise<OwnNumber> {
  const hasSamePart = oldNumber?.isOnSale && partNumber.trim() === (oldNumber.sku ?? '')
  const { productId } = hasSamePart ? oldNumber : await findPartByNumber(partNumber)
  const isSameNumber = oldNumber?._id === toCodeKey(code)
  const replacedId = isSameNumber ? oldNumber.productId : replacedProductId
  return putOwnNumber({
    code,
    productId,
    ...(replacedId && { replacedProductId: replacedId }),
    ...(oldNumber && { replacedCode: oldNumber.code }),
  })
}
