/** Marks reviewers who have a shipped order. */
export function VerifiedBuyer() {
  return <small className="verified">Verified buyer</small>
}
