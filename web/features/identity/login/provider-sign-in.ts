import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@freehub/contract/constants'
import { SECOND_FACTOR_REQUIRED } from '@freehub/contract/identity/sign-in-popup'
import type { SignInProvider } from '@freehub/contract/settings'
import { useSyncExternalStore } from 'react'
import { readIdentity } from '../../../api/access/read-identity.ts'
import { paths } from '../../../paths.ts'
import { IdentityError, identityErrorFromCode } from '../identity-errors.ts'
import { callAuthApi, finishSignIn, requireStorage, type SignInResult } from './sign-in.ts'
import { openSignInPopup, type SignInPopup } from './sign-in-popup.ts'

let openPopup: { provider: SignInProvider; popup: SignInPopup } | null = null
const listeners = new Set<() => void>()

/** Returns the provider whose popup is open, or null. */
export function usePopupProvider(): SignInProvider | null {
  return useSyncExternalStore(
    subscribe,
    () => openPopup?.provider ?? null,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOpenPopup(next: typeof openPopup): void {
  openPopup = next
  for (const listener of listeners) listener()
}

/**
 * Signs in at a provider in a popup. Must run in a click handler, because browsers block other
 * popups. Throws an IdentityError or a CallError, for example if the popup is blocked, closed or
 * already open. Returns undefined if a later popup has replaced this one.
 */
export async function signInWithPopup(provider: SignInProvider): Promise<SignInResult | undefined> {
  requireStorage()
  if (openPopup?.popup.isOpen()) {
    openPopup.popup.focus()
    throw new IdentityError('cancelled-popup-request')
  }
  const popup = openSignInPopup(provider, POPUP_WIDTH_PX, POPUP_HEIGHT_PX)
  if (!popup) throw new IdentityError('popup-blocked')
  setOpenPopup({ provider, popup })
  const outcome = await popup.outcome
  if (openPopup?.popup !== popup) return undefined
  try {
    return await finishPopupSignIn(outcome)
  } finally {
    if (openPopup?.popup === popup) setOpenPopup(null)
  }
}

async function finishPopupSignIn({
  error,
  isClosed,
}: {
  error?: string
  isClosed?: boolean
}): Promise<SignInResult> {
  if (error === SECOND_FACTOR_REQUIRED) return 'secondFactor'
  if (error) throw identityErrorFromCode(error)
  // A closed popup may already have signed in, so the session decides.
  const identity = await readIdentity()
  // No session after a success means that the browser blocks cookies.
  if (!identity)
    throw new IdentityError(isClosed ? 'popup-closed-by-user' : 'web-storage-unsupported')
  await finishSignIn(identity.email)
  return 'signedIn'
}

/** Opens the provider's page in this tab. The provider redirects to the server, which redirects to the login page. */
export async function signInWithRedirect(provider: SignInProvider): Promise<void> {
  requireStorage()
  const { url } = await callAuthApi('/api/auth/sign-in/social', {
    provider,
    callbackURL: paths.loginFromProvider,
    errorCallbackURL: paths.login,
    disableRedirect: true,
  })
  location.assign(url)
}
