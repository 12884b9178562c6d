import { compressResponse, etagOf } from '../../../platform/cache/cached-response.ts'
import { CROSS_ORIGIN_HEADERS } from '../../../platform/http/security-headers.ts'

/** Returns a drawing as a response that browsers cache for an hour. */
export function svgResponse(body: string) {
  return compressResponse({
    body,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'",
      etag: etagOf(body),
      ...CROSS_ORIGIN_HEADERS,
    },
  })
}
