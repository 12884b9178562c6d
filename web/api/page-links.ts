/** The address of a page that a `Link` header names: a path of the shop itself, or nothing. */
export function pageLink(
  link: string | null,
  rel: 'next' | 'prev' | 'first' | 'last',
): string | undefined {
  return link?.match(new RegExp(`<(/(?!/)[^>]*)>\\s*;[^,]*\\brel="?${rel}"?`))?.[1]
}
