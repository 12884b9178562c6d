/** Converts a row for the API: `changed_at` becomes `changedAt` in ISO format. */
export function convertChangedAt<Row extends { changed_at: Date }>({ changed_at, ...row }: Row) {
  return { ...row, changedAt: changed_at.toISOString() }
}
