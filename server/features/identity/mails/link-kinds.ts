export const RESET_LINK_SECONDS = 3600
export const CONFIRM_LINK_SECONDS = 24 * 3600

/** What the identity provider calls the link that changes an e-mail. */
export const CHANGE_REQUEST = 'change-email-verification'

/** Under this, and its token, the identity provider keeps a link to a new password. */
export const RESET_LINK = 'reset-password:'

/** Under this, and the token's `once`, a change that was not made yet is kept beside the sessions. */
export const CHANGE_LINK = 'change-email:'

/** Whoever reads the table, or a copy of it, finds no link there that opens an account. */
export const HASHED_LINKS = {
  default: 'plain',
  overrides: { [RESET_LINK]: 'hashed', [CHANGE_LINK]: 'hashed' },
} as const
