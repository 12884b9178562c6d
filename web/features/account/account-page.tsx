import '../../style/people/account.css'
import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { accountQuery } from './account-query.ts'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NameAndPictureSection } from './name-and-picture-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useSyncSessionEmail } from './use-sync-session-email.ts'
import { PasskeysSection } from './ways-in/passkeys-section.tsx'
import { PasswordSection } from './ways-in/password-section.tsx'
import { PhoneSection } from './ways-in/phone-section.tsx'
import { ProvidersSection } from './ways-in/providers-section.tsx'

export function Component() {
  const { data: account, isPending, error, refetch } = useQuery(accountQuery)
  useSyncSessionEmail(account)
  return (
    <>
      <PageHead title="Sign-in & Security" />
      <div className="dash-head">
        <h1>Sign-in & Security</h1>
      </div>
      {error && !account && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {account && (
        <div className="account">
          <NameAndPictureSection account={account} />
          <EmailSection account={account} />
          <PasswordSection account={account} />
          <PhoneSection account={account} />
          <ProvidersSection account={account} />
          <PasskeysSection account={account} />
          <SecondFactorSection account={account} />
          <SessionsSection />
          <DataSection />
        </div>
      )}
    </>
  )
}
