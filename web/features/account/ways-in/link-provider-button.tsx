import type { SignInProvider } from '@freehub/contract/settings'
import { paths } from '../../../paths.ts'
import { providerNames } from '../../identity/login/provider-logo.tsx'
import { AccountErrorNote } from '../account-error-note.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { useAccountMutation } from '../use-account-mutation.ts'

/** Opens the provider's page, which leads back to the account page. */
export function LinkProviderButton({ provider }: { provider: SignInProvider }) {
  const { mutate, isPending, error } = useAccountMutation(() => redirectToProvider(provider))
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Link {providerNames[provider]}
      </button>
      <AccountErrorNote error={error} />
    </>
  )
}

async function redirectToProvider(provider: SignInProvider): Promise<void> {
  const { url } = await callAccountApi<{ url: string }>('/link-social', {
    provider,
    callbackURL: `${paths.account}?linked=${provider}`,
    errorCallbackURL: paths.account,
    disableRedirect: true,
  })
  location.assign(url)
}
