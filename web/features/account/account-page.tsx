import '../../style/people/account.css'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { accountQuery } from './account-query.ts'
import { DataPart } from './data-part.tsx'
import { EmailPart } from './email-part.tsx'
import { PersonPart } from './person-part.tsx'
import { SecondFactorPart } from './second-factor/second-factor-part.tsx'
import { SignedInPart } from './signed-in-part.tsx'
import { usePersonInStep } from './use-person-in-step.ts'
import { PasskeysPart } from './ways-in/passkeys-part.tsx'
import { PasswordPart } from './ways-in/password-part.tsx'
import { PhonePart } from './ways-in/phone-part.tsx'
import { ProvidersPart } from './ways-in/providers-part.tsx'

/** How one signs in, what guards that, where one is signed in, and the way out of the shop's books. */
export function Component() {
  const { data: account, isPending, error, refetch } = useQuery(accountQuery)
  usePersonInStep(account)
  return (
    <>
      <PageHead title="Sign-in & Security" />
      <div className="dash-head">
        <h1>Sign-in & Security</h1>
      </div>
      {error && !account && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {account && (
        <div className="account">
          <PersonPart account={account} />
          <EmailPart account={account} />
          <PasswordPart account={account} />
          <PhonePart account={account} />
          <ProvidersPart account={account} />
          <PasskeysPart account={account} />
          <SecondFactorPart account={account} />
          <SignedInPart />
          <DataPart />
        </div>
      )}
    </>
  )
}
