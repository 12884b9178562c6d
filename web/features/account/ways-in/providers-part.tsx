import type { Account } from '@freehub/contract/identity/account'
import { useSettings } from '../../../settings.ts'
import { accountError } from '../account-errors.ts'
import { AccountPart } from '../account-part.tsx'
import { Refused } from '../refused.tsx'
import { ProviderRow } from './provider-row.tsx'
import { useReturnFromLinking } from './use-return-from-linking.ts'

/** Google and Github, as ways to sign in to this account. */
export function ProvidersPart({ account }: { account: Account }) {
  const { signInProviders } = useSettings()
  const code = useReturnFromLinking(account)
  const shown = (['google', 'github'] as const).filter(
    (provider) => signInProviders.includes(provider) || account.providers.includes(provider),
  )
  if (shown.length === 0) return null
  return (
    <AccountPart
      title="Google and Github"
      about="Linked accounts sign you in. They must have the same email as this one."
    >
      {code && <Refused error={accountError(code)} />}
      <ul className="account-rows">
        {shown.map((provider) => (
          <ProviderRow key={provider} provider={provider} account={account} />
        ))}
      </ul>
    </AccountPart>
  )
}
