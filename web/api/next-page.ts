/** The address of the next page that a `Link` header names: a path of the shop itself, or nothing. */
export function nextPage(link: string | null): string | undefined {
  return link?.match(/<(\/(?!\/)[^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
}
