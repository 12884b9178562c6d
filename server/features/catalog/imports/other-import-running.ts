/** True for the constraint error of a second import. Only one is read or applied at a time. */
export function isOtherImportRunning(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'one_active_import'
}
