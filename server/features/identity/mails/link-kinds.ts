export const RESET_LINK_SECONDS = 3600
export const CONFIRM_LINK_SECONDS = 24 * 3600

/** The request type of a link that changes an e-mail, as Better Auth names it. */
export const CHANGE_REQUEST = 'change-email-verification'

/** Identifier prefix of password reset links in `verifications`, as Better Auth names it. */
export const RESET_LINK_PREFIX = 'reset-password:'

/** Identifier prefix of unused e-mail changes in `verifications`, followed by the token's `once`. */
export const CHANGE_LINK_PREFIX = 'change-email:'

/** Stores these identifiers as hashes, so that a copy of the table reveals no usable link. */
export const LINK_STORAGE = {
  default: 'plain',
  overrides: { [RESET_LINK_PREFIX]: 'hashed', [CHANGE_LINK_PREFIX]: 'hashed' },
} as const
