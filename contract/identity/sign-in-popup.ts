/** The callback page posts a message to the opener. The start path is Better Auth's. */
export const POPUP_START = '/api/auth/oauth-popup/start'
export const POPUP_CALLBACK = '/api/auth/window'
export const POPUP_MESSAGE_TYPE = 'better-auth:oauth-popup'

export interface PopupMessage {
  type: typeof POPUP_MESSAGE_TYPE
  /** The nonce of the page that opened the popup. A message with an error may have no nonce. */
  nonce?: string
  error?: { code: string }
}

/** The error code for an account that requires a second factor. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required'
