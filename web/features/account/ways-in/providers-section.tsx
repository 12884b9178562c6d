import type { Account } from '@freehub/contract/identity/calls'
import { useSettings } from '../../../settings.ts'
import { AccountErrorNote } from '../account-error-note.tsx'
import { accountErrorFromCode } from '../account-errors.ts'
import { AccountSection } from '../account-section.tsx'
import { ProviderRow } from './provider-row.tsx'
import { useLinkingResult } from './use-linking-result.ts'

export function ProvidersSection({ account }: { account: Account }) {
  const { signInProviders } = useSettings()
  const errorCode = useLinkingResult(account)
  const providers = (['google', 'github'] as const).filter(
    (provider) => signInProviders.includes(provider) || account.providers.includes(provider),
  )
  if (providers.length === 0) return null
  return (
    <AccountSection
      title="Google and Github"
      description="Sign in with a linked account. It must have the same email as this account."
    >
      {errorCode && <AccountErrorNote error={accountErrorFromCode(errorCode)} />}
      <ul className="account-rows">
        {providers.map((provider) => (
          <ProviderRow key={provider} provider={provider} account={account} />
        ))}
      </ul>
    </AccountSection>
  )
}
