/** Calls `use`. Returns undefined if the storage is blocked, full or missing, as on the server. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
