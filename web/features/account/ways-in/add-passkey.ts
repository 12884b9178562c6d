import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { type AccountError, accountError } from '../account-errors.ts'
import { askAccount } from '../ask-account.ts'

/** Has the browser make a passkey for this account, and keeps it under a name. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await askAccount<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const response = await startRegistration({ optionsJSON }).catch((error) => {
    throw browsersError(error)
  })
  await askAccount('/passkey/verify-registration', { response, name })
}

/** What the browser, or whoever sits before it, had against it. */
function browsersError(error: unknown): AccountError {
  if (!(error instanceof WebAuthnError)) return accountError('PASSKEY_NOT_MADE')
  const { code } = error
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return accountError('PREVIOUSLY_REGISTERED')
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return accountError('PASSKEY_NOT_HERE')
  }
  return accountError('PASSKEY_NOT_MADE')
}
