import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns the first `size` rows of a list that was read with one extra row. If there is an extra row, sets the `Link`
 * header of the response for the next page, with these changed parameters.
 */
export function withNextLink<Row extends { _id: string }>(
  rows: Row[],
  size: number,
  request: FastifyRequest,
  reply: FastifyReply,
  changes?: Record<string, string>,
): Row[] {
  const link = nextPageLink(rows, size, request.url, changes)
  if (link) reply.header('link', link)
  return rows.slice(0, size)
}

/** Returns the `Link` header of a list that was read with one extra row, or undefined. */
export function nextPageLink(
  rows: { _id: string }[],
  size: number,
  url: string,
  changes?: Record<string, string>,
) {
  const last = rows.length > size ? rows[size - 1] : undefined
  return last && formatNextLink(url, last._id, changes)
}

/** Returns the `Link` header for the rows after this cursor, with these changed parameters. */
export function formatNextLink(
  url: string,
  after: string,
  changes: Record<string, string> = {},
): string {
  const next = new URL(url, 'http://shop')
  for (const [name, value] of Object.entries({ ...changes, after }))
    next.searchParams.set(name, value)
  return `<${next.pathname}${next.search}>; rel="next"`
}

/** Selects the rows after an id, the rows before an id, or the last rows. By default, selects the first rows. */
export interface PageQuery {
  size: number
  after?: string | undefined
  before?: string | undefined
  last?: boolean | undefined
}

/** True if the page is the first one and contains the whole list. */
export function isCompleteList(rows: unknown[], { size, after, before, last }: PageQuery): boolean {
  return rows.length <= size && !after && !before && !last
}

/**
 * The rows of a page, one further row if there is one, and the number of all rows. Some lists count at most 10,000. The
 * further row is the first one for `before` and `last`, otherwise the last one.
 */
export interface ListPage<Row> {
  rows: Row[]
  count: number
}

export function toPageQuery({ size = LIST_SIZE_MAXIMUM, after, before, last }: PageParameters) {
  return { size, after, before, last: last === 'true' }
}

interface PageParameters extends Partial<Record<'after' | 'before', string | undefined>> {
  size?: number | undefined
  last?: 'true' | undefined
}

/** Returns the rows of a page, and sets `X-Total-Count` and `Link` (first, last and adjacent pages) in the response. */
export function withPageHeaders<Row extends { _id: string }>(
  { rows, count }: ListPage<Row>,
  query: PageQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Row[] {
  const isBackwards = query.before !== undefined || query.last === true
  const shown = isBackwards ? rows.slice(-query.size) : rows.slice(0, query.size)
  const links = pageLinks(shown, rows.length > shown.length, query, request.url)
  reply.header('x-total-count', String(count))
  if (links) reply.header('link', links)
  return shown
}

/**
 * Returns the `Link` header of a page. `hasMore`: more rows follow in the direction of the query, which is backward for
 * `before` and `last`.
 */
export function pageLinks(
  shown: { _id: string }[],
  hasMore: boolean,
  { after, before, last = false }: PageQuery,
  url: string,
): string | undefined {
  const [first, end] = [shown[0]?._id, shown.at(-1)?._id]
  const isBackwards = before !== undefined || last
  // The row of the cursor itself is on the adjacent page.
  const hasNext = isBackwards ? before !== undefined : hasMore
  const hasPrevious = isBackwards ? hasMore : after !== undefined
  const links = [
    hasNext && end && linkTo(url, 'next', { after: end }),
    hasPrevious && first && linkTo(url, 'prev', { before: first }),
    (hasPrevious || after || isBackwards) && linkTo(url, 'first', {}),
    (hasNext || before) && linkTo(url, 'last', { last: 'true' }),
  ].filter(Boolean)
  return links.length > 0 ? links.join(', ') : undefined
}

/** Returns a link to the same query with another cursor. */
function linkTo(url: string, rel: string, cursor: Record<string, string>): string {
  const to = new URL(url, 'http://shop')
  for (const name of ['after', 'before', 'last']) to.searchParams.delete(name)
  for (const [name, value] of Object.entries(cursor)) to.searchParams.set(name, value)
  return `<${to.pathname}${to.search}>; rel="${rel}"`
}
