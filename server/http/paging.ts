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
