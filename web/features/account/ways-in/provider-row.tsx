import type { Account } from '@freehub/contract/identity/account'
import type { SignInProvider } from '@freehub/contract/settings'
import { ProviderMark } from '../../identity/login/provider-marks.tsx'
import { LinkProviderButton } from './link-provider-button.tsx'
import { providerNames } from './provider-names.ts'
import { UnlinkProviderButton } from './unlink-provider-button.tsx'

interface ProviderRowProps {
  provider: SignInProvider
  account: Account
}

/** One provider; the last of the ways in that have no other beside them stays. */
export function ProviderRow({ provider, account }: ProviderRowProps) {
  const linked = account.providers.includes(provider)
  const isLastWayIn = !account.hasPassword && account.providers.length === 1
  return (
    <li>
      <span className="account-named">
        <ProviderMark provider={provider} />
        {providerNames[provider]}
        <span className={linked ? 'badge badge-on' : 'badge badge-off'}>
          {linked ? 'Linked' : 'Not linked'}
        </span>
      </span>
      {!linked && <LinkProviderButton provider={provider} />}
      {linked && isLastWayIn && (
        <span className="second">Your only way in: set a password to unlink it.</span>
      )}
      {linked && !isLastWayIn && <UnlinkProviderButton provider={provider} />}
    </li>
  )
}
