import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { type AccountError, accountErrorFromCode } from '../account-errors.ts'
import { callAccountApi } from '../call-account-api.ts'

/** Creates a passkey in the browser and registers it with the account. Throws an AccountError. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callAccountApi<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const response = await startRegistration({ optionsJSON }).catch((error) => {
    throw toPasskeyError(error)
  })
  await callAccountApi('/passkey/verify-registration', { response, name })
}

function toPasskeyError(error: unknown): AccountError {
  if (!(error instanceof WebAuthnError)) return accountErrorFromCode('PASSKEY_NOT_MADE')
  const { code } = error
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return accountErrorFromCode('PREVIOUSLY_REGISTERED')
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return accountErrorFromCode('PASSKEY_NOT_HERE')
  }
  return accountErrorFromCode('PASSKEY_NOT_MADE')
}
