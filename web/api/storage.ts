/** Returns the result of `use`, or undefined if it throws: storage is blocked, full, or missing as on the server. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
