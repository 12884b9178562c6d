import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useBusy } from '../../../api/use-busy.ts'
import { paths } from '../../../paths.ts'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { AuthError, FocusedText, useRefusal } from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { IdentityError, PASSWORD_WRONG } from '../identity-errors.ts'
import { useSession } from '../session.ts'
import {
  ConfirmEmailForm,
  emailLinkQuery,
  followEmailLink,
  type Proof,
  saveCurrentPath,
  sendConfirmationEmail,
} from './confirm-email-form.tsx'
import { useLinkToken } from './new-password-form.tsx'

/**
 * Confirms an email address. A link alone is no proof: mail scanners open links, and an attacker may have signed up
 * with the email. The user must be signed in and confirm with a click, or enter the password or a new password.
 */
export default function ConfirmEmailPage() {
  const { token, refusal } = useLinkToken()
  const session = useSession()
  const [outcome, setOutcome] = useState<'confirmed' | 'passwordSet'>()
  if (outcome) return <Confirmed hasNewPassword={outcome === 'passwordSet'} />
  return (
    <AuthLayout title="Confirm Email">
      {refusal && <Refusal refusal={refusal} />}
      {!refusal && token === null && <LoadingScreen />}
      {token !== null && (
        <FollowLink
          token={token}
          onDone={({ newPassword }) => setOutcome(newPassword ? 'passwordSet' : 'confirmed')}
        />
      )}
      {session.status === 'signedOut' && (
        <p>
          <Link to={paths.login}>Back to login</Link>
        </p>
      )}
    </AuthLayout>
  )
}

function FollowLink({ token, onDone }: { token: string; onDone: (proof: Proof) => void }) {
  const session = useSession()
  const userEmail = session.status === 'signedIn' ? session.user.email : null
  const query = useQuery({
    ...emailLinkQuery(token, userEmail),
    enabled: session.status !== 'loading',
  })
  const { data } = query
  const { refusal, setRefusal, attempt } = useRefusal()

  const follow = (proof: Proof) =>
    attempt(async () => {
      await followEmailLink(token, proof)
      onDone(proof)
    })

  if (!data) return <QueryState query={query} />
  if (data instanceof IdentityError) return <Refusal refusal={data} />
  if (refusal?.code === 'link-expired') return <Refusal refusal={refusal} />
  return (
    <>
      <ConfirmEmailForm link={data} onProof={follow} onClearRefusal={() => setRefusal(null)} />
      {refusal && <Refusal refusal={refusal} />}
    </>
  )
}

/** Shows why the link was refused. If the link has expired, offers a new one. */
function Refusal({ refusal }: { refusal: IdentityError }) {
  const text = refusal.code === 'wrong-password' ? PASSWORD_WRONG : refusal.message
  return (
    <>
      <AuthError text={text} />
      {refusal.code === 'link-expired' && <NewLinkButton />}
    </>
  )
}

/**
 * Sends a new link that confirms the current email. A confirmed email needs none, but the refused link may have been
 * for a change of the email, which starts on the account page.
 */
function NewLinkButton() {
  const session = useSession()
  const [isSent, setSent] = useState(false)
  const { refusal, attempt } = useRefusal()
  const { isBusy, run } = useBusy()
  if (session.status !== 'signedIn') {
    return (
      <Link className="btn btn-block" to={paths.login} onClick={saveCurrentPath}>
        Sign In to Get a New Link
      </Link>
    )
  }
  const { email, emailConfirmed } = session.user
  if (emailConfirmed) {
    return (
      <>
        <p>{email} is already confirmed. To change your email, request a new link.</p>
        <Link className="btn btn-block" to={paths.account}>
          Sign-in & Security
        </Link>
      </>
    )
  }
  if (isSent) {
    return (
      <div role="status" className="sent-message">
        <FocusedText>We sent a new link to {email}.</FocusedText>
        <InboxLink />
      </div>
    )
  }
  const send = async () => setSent(await attempt(() => sendConfirmationEmail(email)))
  return (
    <>
      <button type="button" className="btn btn-block" aria-busy={isBusy} onClick={() => run(send)}>
        Send a New Link
      </button>
      {refusal && <AuthError text={refusal.message} />}
    </>
  )
}

function Confirmed({ hasNewPassword }: { hasNewPassword: boolean }) {
  return (
    <AuthLayout title="Email Confirmed">
      <FocusedText>
        {hasNewPassword
          ? 'Your new password is set, and all devices are signed out. Sign in with the new password.'
          : 'Thank you. We’ll send emails about your orders and your account to this email address.'}
      </FocusedText>
      <Link className="btn btn-block" to={hasNewPassword ? paths.login : paths.allParts}>
        {hasNewPassword ? 'Login' : 'Bicycle Parts'}
      </Link>
    </AuthLayout>
  )
}
