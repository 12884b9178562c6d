/** After which part the address wants its list to begin; null from the first, or if it is no id. */
export function pageStart(search: URLSearchParams): string | null {
  const after = search.get('after')
  return after && /^[0-9a-f-]{36}$/.test(after) ? after : null
}
