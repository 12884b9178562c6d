import type { Account } from '@freehub/contract/identity/calls'
import type { SignInProvider } from '@freehub/contract/settings'
import { ProviderLogo, providerNames } from '../../identity/login/provider-logo.tsx'
import { LinkProviderButton } from './link-provider-button.tsx'
import { UnlinkProviderButton } from './unlink-provider-button.tsx'

interface ProviderRowProps {
  provider: SignInProvider
  account: Account
}

/** One provider. It cannot be unlinked if it is the user's only way to sign in. */
export function ProviderRow({ provider, account }: ProviderRowProps) {
  const isLinked = account.providers.includes(provider)
  const isOnlySignInMethod = !account.hasPassword && account.providers.length === 1
  return (
    <li>
      <span className="account-named">
        <ProviderLogo provider={provider} />
        {providerNames[provider]}
        <span className={isLinked ? 'badge badge-on' : 'badge badge-off'}>
          {isLinked ? 'Linked' : 'Not linked'}
        </span>
      </span>
      {!isLinked && <LinkProviderButton provider={provider} />}
      {isLinked && isOnlySignInMethod && (
        <span className="second">
          This is your only way to sign in. Set a password to unlink it.
        </span>
      )}
      {isLinked && !isOnlySignInMethod && <UnlinkProviderButton provider={provider} />}
    </li>
  )
}
