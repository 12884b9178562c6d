/** True of what the database says where a second import would begin: only one is read or applied at a time. */
export function isOtherUnderWay(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'one_import_under_way'
}
