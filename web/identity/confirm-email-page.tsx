import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { InboxLink } from '../shell/inbox-link.tsx'
import { useAwake } from '../shell/use-awake.ts'
import { confirmEmail, sendConfirmMail } from './confirm-email.ts'
import { Entrance } from './entrance.tsx'
import { asIdentityError, type IdentityError } from './identity-errors.ts'
import { RedBox } from './red-box.tsx'
import { useSession } from './session.ts'
import { useLinkToken } from './use-link-token.ts'

type Step = 'asked' | 'busy' | 'confirmed' | 'sentAnew'

/**
 * Where the link of a mail leads. It takes a press of a person: programs that look into mails open
 * every link, and would confirm for somebody who never saw it.
 */
export function Component() {
  const link = useLinkToken()
  const session = useSession()
  const awake = useAwake()
  const [step, setStep] = useState<Step>('asked')
  const [refused, setRefused] = useState<IdentityError | null>(null)

  async function take(act: () => Promise<void>, then: Step) {
    setRefused(null)
    setStep('busy')
    try {
      await act()
      setStep(then)
    } catch (error) {
      setRefused(asIdentityError(error))
      setStep('asked')
    }
  }

  if (step === 'confirmed') return <Confirmed />
  const refusal = refused ?? link.refusal
  const email = session.status === 'signedIn' ? session.user.email : null
  return (
    <Entrance title="Confirm Email">
      {link.refusal === null && (
        <>
          <p>
            Was it you who gave this email to Freehub? Then confirm it. If not, close this page: it
            stays unconfirmed.
          </p>
          <button
            type="button"
            className="btn btn-block"
            disabled={!awake || step === 'busy'}
            aria-busy={step === 'busy'}
            onClick={() => take(() => confirmEmail(link.token ?? ''), 'confirmed')}
          >
            Confirm Email
          </button>
        </>
      )}
      {refusal && step !== 'sentAnew' && (
        <RedBox text={refusal.message}>
          {refusal.code === 'link-expired' &&
            (email ? (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                onClick={() => take(() => sendConfirmMail(email), 'sentAnew')}
              >
                Send a new link
              </button>
            ) : (
              <Link className="btn btn-outline btn-sm" to={paths.login}>
                Login for a new link
              </Link>
            ))}
        </RedBox>
      )}
      <div role="status" className="promise">
        {step === 'sentAnew' && (
          <>
            <p>A mail with a new link is on its way to {email}.</p>
            <InboxLink />
          </>
        )}
      </div>
    </Entrance>
  )
}

function Confirmed() {
  return (
    <Entrance title="Email Confirmed">
      <p role="status">Thank you. Mails about your orders and your account go there.</p>
      <Link className="btn btn-block" to={paths.allParts}>
        Bicycle Parts
      </Link>
    </Entrance>
  )
}
