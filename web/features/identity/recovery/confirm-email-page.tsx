import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Entrance } from '../entrance.tsx'
import { asIdentityError, IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { useSession } from '../session.ts'
import { emailLinkQuery, followEmailLink, sendConfirmMail } from './confirm-email.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/**
 * Where the link of a mail leads. It takes a person and a proof that the account is theirs: programs
 * that look into mails open every link, and strangers sign up with addresses of others.
 */
export function Component() {
  const { token, refusal } = useLinkToken()
  const [isDone, setDone] = useState<'confirmed' | 'passwordSet'>()
  if (isDone) return <Confirmed passwordSet={isDone === 'passwordSet'} />
  return (
    <Entrance title="Confirm Email">
      {refusal && <Refusal refusal={refusal} />}
      {!refusal && token === null && <LoadingScreen />}
      {token !== null && (
        <FollowLink
          token={token}
          onDone={({ newPassword }) => setDone(newPassword ? 'passwordSet' : 'confirmed')}
        />
      )}
    </Entrance>
  )
}

interface Proof {
  password?: string
  newPassword?: string
}

function FollowLink({ token, onDone }: { token: string; onDone: (proof: Proof) => void }) {
  const session = useSession()
  const userEmail = session.status === 'signedIn' ? session.user.email : null
  const { data, error, refetch } = useQuery({
    ...emailLinkQuery(token, userEmail),
    enabled: session.status !== 'loading',
  })
  const [refused, setRefused] = useState<IdentityError | null>(null)

  async function follow(proof: Proof) {
    setRefused(null)
    try {
      await followEmailLink(token, proof)
      onDone(proof)
    } catch (error) {
      setRefused(asIdentityError(error))
    }
  }

  if (error && !data) return <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <LoadingScreen />
  if (data instanceof IdentityError) return <Refusal refusal={data} />
  if (refused?.code === 'link-expired') return <Refusal refusal={refused} />
  return (
    <>
      <ConfirmEmailForm link={data} onProof={follow} onSwitch={() => setRefused(null)} />
      {refused && <Refusal refusal={refused} />}
    </>
  )
}

/** Why the link did not count; where it no longer works, the way to another one. */
function Refusal({ refusal }: { refusal: IdentityError }) {
  const text = refusal.code === 'wrong-password' ? 'The password is wrong.' : refusal.message
  return <RedBox text={text}>{refusal.code === 'link-expired' && <NewLink />}</RedBox>
}

function NewLink() {
  const session = useSession()
  const [sent, setSent] = useState<'busy' | 'sent' | IdentityError>()
  if (session.status !== 'signedIn') {
    return (
      <Link className="btn btn-outline btn-sm" to={paths.login}>
        Login for a new link
      </Link>
    )
  }
  const { email } = session.user
  if (sent === 'sent') {
    return (
      <div role="status" className="promise">
        <p>A mail with a new link is on its way to {email}.</p>
        <InboxLink />
      </div>
    )
  }
  const send = () => {
    setSent('busy')
    sendConfirmMail(email).then(
      () => setSent('sent'),
      (error) => setSent(asIdentityError(error)),
    )
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        disabled={sent === 'busy'}
        aria-busy={sent === 'busy'}
        onClick={send}
      >
        Send a new link
      </button>
      {sent instanceof IdentityError && <p>{sent.message}</p>}
    </>
  )
}

function Confirmed({ passwordSet }: { passwordSet: boolean }) {
  return (
    <Entrance title="Email Confirmed">
      <p role="status">
        {passwordSet
          ? 'Your new password is set, and everyone is logged out. Login with it.'
          : 'Thank you. Mails about your orders and your account go there.'}
      </p>
      <Link className="btn btn-block" to={passwordSet ? paths.login : paths.allParts}>
        {passwordSet ? 'Login' : 'Bicycle Parts'}
      </Link>
    </Entrance>
  )
}
