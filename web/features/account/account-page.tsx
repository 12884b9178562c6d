import '../../style/people/account.css'
import type { Account } from '@freehub/contract/identity/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useSession } from '../identity/session.ts'
import { accountQuery, refetchIdentity } from './account-queries.ts'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NameAndPictureSection } from './name-and-picture-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { PasskeysSection } from './sign-in-methods/passkeys-section.tsx'
import { PasswordSection } from './sign-in-methods/password-section.tsx'
import { PhoneSection } from './sign-in-methods/phone-section.tsx'
import { ProvidersSection } from './sign-in-methods/providers-section.tsx'

export default function AccountPage() {
  const query = useQuery(accountQuery)
  const { data: account } = query
  useSyncSessionEmail(account)
  return (
    <>
      <DashboardHead title="Sign-in & Security" />
      {!account && <QueryState query={query} />}
      {account && (
        <div className="account max-w-266">
          <NameAndPictureSection account={account} />
          <EmailSection account={account} />
          <PasswordSection account={account} />
          <PhoneSection account={account} />
          <ProvidersSection account={account} />
          <PasskeysSection account={account} />
          <SecondFactorSection account={account} />
          <SessionsSection />
          <DataSection email={account.email} />
        </div>
      )}
    </>
  )
}

/** Refetches the session when the account has a new email address. The user may have confirmed it in another window. */
function useSyncSessionEmail(account: Account | undefined): void {
  const client = useQueryClient()
  const session = useSession()
  const sessionEmail = session.status === 'signedIn' ? session.user.email : undefined
  const accountEmail = account?.email

  useEffect(() => {
    if (sessionEmail && accountEmail && sessionEmail !== accountEmail) void refetchIdentity(client)
  }, [sessionEmail, accountEmail, client])
}
