import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Says the next page of a list as a path-absolute `Link`: the same query, after the last row's
 * `_id`. `rows` may hold one row more than `size`, which tells that there is more; it is cut off.
 */
export function cutPage<Row extends { _id: string }>(
  rows: Row[],
  size: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Row[] {
  const link = nextPageLink(rows, size, request.url)
  if (link) reply.header('link', link)
  return rows.slice(0, size)
}

/** The `Link` header of a list that was read one row longer than its page, or nothing. */
export function nextPageLink(rows: { _id: string }[], size: number, url: string) {
  const last = rows.length > size ? rows[size - 1] : undefined
  if (!last) return undefined
  const next = new URL(url, 'http://shop')
  next.searchParams.set('after', last._id)
  return `<${next.pathname}${next.search}>; rel="next"`
}

/** So many rows: after the row with this id, before it, or the last; without any of these the first. */
export interface PageWanted {
  size: number
  after?: string | undefined
  before?: string | undefined
  last?: boolean | undefined
}

/** The first page that is not full has all the rows of its list. */
export function isWhole(rows: unknown[], { size, after, before, last }: PageWanted): boolean {
  return rows.length <= size && !after && !before && !last
}

/**
 * Says the pages around one of a list that can be turned both ways. `rows` may hold one row more
 * than the page, at the end that it was read towards; it is cut off.
 */
export function cutPageOfTwoWays<Row extends { _id: string }>(
  rows: Row[],
  wanted: PageWanted,
  request: FastifyRequest,
  reply: FastifyReply,
): Row[] {
  const isBackwards = wanted.before !== undefined || wanted.last === true
  const shown = isBackwards ? rows.slice(-wanted.size) : rows.slice(0, wanted.size)
  const links = pageLinks(shown, rows.length > shown.length, wanted, request.url)
  if (links) reply.header('link', links)
  return shown
}

/** The `Link` header of the page shown; `isMore` says that there is more in the direction of reading. */
export function pageLinks(
  shown: { _id: string }[],
  isMore: boolean,
  { after, before, last = false }: PageWanted,
  url: string,
): string | undefined {
  const [first, end] = [shown[0]?._id, shown.at(-1)?._id]
  const isBackwards = before !== undefined || last
  const hasNext = isBackwards ? before !== undefined : isMore
  const hasPrevious = isBackwards ? isMore : after !== undefined
  const links = [
    hasNext && end && linkTo(url, 'next', { after: end }),
    hasPrevious && first && linkTo(url, 'prev', { before: first }),
    (hasPrevious || after || isBackwards) && linkTo(url, 'first', {}),
    (hasNext || before) && linkTo(url, 'last', { last: 'true' }),
  ].filter(Boolean)
  return links.length > 0 ? links.join(', ') : undefined
}

/** The same query, turned to another page. */
function linkTo(url: string, rel: string, place: Record<string, string>): string {
  const to = new URL(url, 'http://shop')
  for (const name of ['after', 'before', 'last']) to.searchParams.delete(name)
  for (const [name, value] of Object.entries(place)) to.searchParams.set(name, value)
  return `<${to.pathname}${to.search}>; rel="${rel}"`
}
