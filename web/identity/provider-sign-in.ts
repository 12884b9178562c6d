import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@freehub/contract/constants'
import type { SignInProvider } from '@freehub/contract/settings'
import { oauthPopupClient } from 'better-auth/client/plugins'
import { paths } from '../paths.ts'
import { readIdentity } from './identity.ts'
import { IdentityError, identityError } from './identity-errors.ts'
import { askIdentity, finishSignIn, requireStorage } from './sign-in.ts'

let isOpen = false

/**
 * Signs in at a provider in a window of its own, which only a person's own press may open. Throws
 * an IdentityError or a CallError: the window may be blocked, closed, or be open already.
 */
export async function signInInPopup(provider: SignInProvider): Promise<void> {
  requireStorage()
  if (isOpen) {
    void openPopup(provider)
    throw new IdentityError('cancelled-popup-request')
  }
  isOpen = true
  try {
    const { error } = await openPopup(provider)
    if (error && error.code !== 'POPUP_CLOSED') throw identityError(error.code)
    // A window that is gone may have done its work before: the session tells.
    const identity = await readIdentity()
    if (!identity) throw identityError(error?.code ?? 'SESSION_MISSING')
    await finishSignIn(identity.email)
  } finally {
    isOpen = false
  }
}

/** The identity provider's own window; asked for a second one, it brings the first to the front. */
function openPopup(providerId: SignInProvider) {
  return signIn.popup({
    providerId,
    callbackURL: paths.login,
    errorCallbackURL: paths.login,
    windowFeatures: centred(POPUP_WIDTH_PX, POPUP_HEIGHT_PX),
  })
}

/** Of the plugin's client the window alone: sessions are read and kept by the shop's own means. */
const { signIn } = oauthPopupClient().getActions(
  (async () => ({ data: true, error: null })) as never,
  { notify() {} } as never,
  {},
)

function centred(width: number, height: number): string {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Signs in on the provider's page, in place of this one; it leads back to the login and on from there. */
export async function signInOnFullPage(provider: SignInProvider): Promise<void> {
  requireStorage()
  const { url } = await askIdentity('/api/auth/sign-in/social', {
    provider,
    callbackURL: paths.loginFromProvider,
    errorCallbackURL: paths.login,
    disableRedirect: true,
  })
  location.assign(url)
}
