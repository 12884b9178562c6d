/** Returns the URL for `rel` in a `Link` header. Only same-origin paths are accepted. */
export function parsePageLink(
  link: string | null,
  rel: 'next' | 'prev' | 'first' | 'last',
): string | undefined {
  return link?.match(new RegExp(`<(/(?!/)[^>]*)>\\s*;[^,]*\\brel="?${rel}"?`))?.[1]
}
