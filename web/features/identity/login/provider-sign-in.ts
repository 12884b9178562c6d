import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@freehub/contract/constants'
import type { SignInProvider } from '@freehub/contract/settings'
import { useSyncExternalStore } from 'react'
import { readIdentity } from '../../../api/identity.ts'
import { paths } from '../../../paths.ts'
import { IdentityError, identityError } from '../identity-errors.ts'
import { askIdentity, type Entry, finishSignIn, requireStorage } from './sign-in.ts'
import { openSignInWindow, type SignInWindow } from './sign-in-window.ts'

/** What the window says of somebody who is known there, and has a second factor here. */
const SECOND_FACTOR = 'second_factor_required'

let open: { provider: SignInProvider; window: SignInWindow } | null = null
const listeners = new Set<() => void>()

/** At which provider somebody is signing in just now, in a window that is open; else null. */
export function useOpenProvider(): SignInProvider | null {
  return useSyncExternalStore(
    subscribe,
    () => open?.provider ?? null,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOpen(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Signs in at a provider in a window of its own, which only a person's own press may open. Throws
 * an IdentityError or a CallError: the window may be blocked, closed, or be open already. A window
 * that was closed and pressed for again says nothing more: the later one counts.
 */
export async function signInInPopup(provider: SignInProvider): Promise<Entry | undefined> {
  requireStorage()
  if (open?.window.isOpen()) {
    open.window.focus()
    throw new IdentityError('cancelled-popup-request')
  }
  const window = openSignInWindow(provider, POPUP_WIDTH_PX, POPUP_HEIGHT_PX)
  if (!window) throw new IdentityError('popup-blocked')
  setOpen({ provider, window })
  const outcome = await window.outcome
  if (open?.window !== window) return undefined
  try {
    return await finish(outcome)
  } finally {
    if (open?.window === window) setOpen(null)
  }
}

async function finish({ error, closed }: { error?: string; closed?: boolean }): Promise<Entry> {
  if (error === SECOND_FACTOR) return 'secondFactor'
  if (error) throw identityError(error)
  // A window that is gone may have done its work before: the session tells.
  const identity = await readIdentity()
  if (!identity)
    throw new IdentityError(closed ? 'popup-closed-by-user' : 'web-storage-unsupported')
  await finishSignIn(identity.email)
  return 'in'
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
