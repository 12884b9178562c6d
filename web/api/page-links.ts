/** The `_id` that the next page of a list comes after, which its `Link` header names; null where it is the last. */
export function nextAfter({ headers }: Response): string | null {
  const next = pageLink(headers.get('Link'), 'next')
  return next ? new URLSearchParams(next.split('?')[1]).get('after') : null
}

/** The address of a page that a `Link` header names: a path of the shop itself, or nothing. */
export function pageLink(
  link: string | null,
  rel: 'next' | 'prev' | 'first' | 'last',
): string | undefined {
  return link?.match(new RegExp(`<(/(?!/)[^>]*)>\\s*;[^,]*\\brel="?${rel}"?`))?.[1]
}
