import type { Account } from '@freehub/contract/identity/calls'
import type { SignInProvider } from '@freehub/contract/settings'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { useInitialFocus } from '../../identity/auth-form-parts.tsx'
import { ProviderLogo, providerNames } from '../../identity/login/provider-logo.tsx'
import { AccountErrorMessage, ActionButton } from '../account-actions.tsx'
import { accountErrorFromCode, callAccountApi } from '../account-api.ts'
import { AccountSection } from '../account-section.tsx'

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
      {errorCode && <LinkingError code={errorCode} />}
      <ul className="account-rows">
        {providers.map((provider) => (
          <ProviderRow key={provider} provider={provider} account={account} />
        ))}
      </ul>
    </AccountSection>
  )
}

/** Takes the focus, because the section may be below the visible part of the page. */
function LinkingError({ code }: { code: string }) {
  const message = useRef<HTMLDivElement>(null)
  useInitialFocus(() => {
    message.current?.scrollIntoView({ block: 'center' })
    message.current?.focus({ preventScroll: true })
  })
  return (
    <div ref={message} tabIndex={-1}>
      <AccountErrorMessage error={accountErrorFromCode(code)} />
    </div>
  )
}

/** After the return from a provider, shows a toast or returns the error code. Removes the result from the URL. */
function useLinkingResult({ providers }: Account): string | null {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [errorCode, setErrorCode] = useState<string | null>(null)
  const error = search.get('error')
  const linked = providers.find((provider) => provider === search.get('linked'))

  useEffect(() => {
    if (error === null && !linked) return
    if (error !== null) setErrorCode(error)
    else if (linked) void showToast(`${providerNames[linked]} is linked`)
    void navigate(paths.account, { replace: true, state: preventScrollReset })
  }, [error, linked, navigate])

  return errorCode
}

/** A provider. A user without a password cannot unlink the only linked provider, even with a passkey or phone. */
function ProviderRow({ provider, account }: { provider: SignInProvider; account: Account }) {
  const name = providerNames[provider]
  const isLinked = account.providers.includes(provider)
  const isLastAccount = !account.hasPassword && account.providers.length === 1
  return (
    <li>
      <span className="account-row-title">
        <ProviderLogo provider={provider} />
        {name}
        <span className={isLinked ? 'badge badge-on' : 'badge badge-off'}>
          {isLinked ? 'Linked' : 'Not linked'}
        </span>
      </span>
      {!isLinked && (
        <ActionButton
          label={`Link ${name}`}
          action={() => redirectToProvider(provider)}
          isErrorBelow
        />
      )}
      {isLinked && isLastAccount && (
        <span className="secondary">To unlink {name}, set a password first.</span>
      )}
      {isLinked && !isLastAccount && (
        <ActionButton
          label={`Unlink ${name}`}
          action={() => unlink(provider)}
          onDone={() => void showToast(`${name} is unlinked`)}
          confirmation={{
            title: `Unlink ${name}?`,
            text: `You won’t be able to sign in with ${name}. You can link it again later.`,
            label: 'Unlink',
          }}
          isDestructive
          isErrorBelow
        />
      )}
    </li>
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

async function unlink(provider: SignInProvider): Promise<void> {
  const linked = await callAccountApi<{ id: string; providerId: string }[]>('/list-accounts')
  const account = linked.find(({ providerId }) => providerId === provider)
  if (!account) throw accountErrorFromCode('ACCOUNT_NOT_FOUND')
  await callAccountApi('/unlink-account', { accountId: account.id })
}
