/** Said of whoever has bought here: an order was shipped to him. */
export function VerifiedBuyer() {
  return <small className="verified">Verified buyer</small>
}
