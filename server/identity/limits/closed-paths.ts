/**
 * What the identity provider would do and the shop does itself, or does not do: its list of sessions
 * tells their secrets, its deleting takes the orders along, its sign-in by phone and password and its
 * new password by text pass the second factor by, and nobody needs a provider's tokens.
 */
const CLOSED =
  /^\/(admin|delete-user|update-session|get-access-token|refresh-token|account-info|list-sessions|revoke-(other-)?sessions?|sign-in\/phone-number|phone-number\/(request-password-reset|reset-password))(\/|$)/

export function isClosed(path: string): boolean {
  return CLOSED.test(path)
}
