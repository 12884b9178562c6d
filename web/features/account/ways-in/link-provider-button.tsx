import type { SignInProvider } from '@freehub/contract/settings'
import { paths } from '../../../paths.ts'
import { askAccount } from '../ask-account.ts'
import { Refused } from '../refused.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { providerNames } from './provider-names.ts'

/** Leads to the provider's page, and from there back to the account. */
export function LinkProviderButton({ provider }: { provider: SignInProvider }) {
  const { change, busy, error } = useAccountChange(() => goToLink(provider))
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-busy={busy}
        onClick={() => change()}
      >
        Link {providerNames[provider]}
      </button>
      <Refused error={error} />
    </>
  )
}

async function goToLink(provider: SignInProvider): Promise<void> {
  const { url } = await askAccount<{ url: string }>('/link-social', {
    provider,
    callbackURL: `${paths.account}?linked=${provider}`,
    errorCallbackURL: paths.account,
    disableRedirect: true,
  })
  location.assign(url)
}
