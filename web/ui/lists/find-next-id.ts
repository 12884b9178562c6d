/** Returns the id after the removed ones, else the nearest id before them. `removedIds` is sorted like `ids`. */
export function findNextId(ids: string[], removedIds: string[]): string | undefined {
  const lastIndex = ids.indexOf(removedIds.at(-1) ?? '')
  return ids[lastIndex + 1] ?? ids.findLast((id) => !removedIds.includes(id))
}
