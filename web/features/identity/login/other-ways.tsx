import { KeyRound, MessageSquareMore } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { useAwake } from '../../../ui/use-awake.ts'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { signInWithPasskey } from './passkey-sign-in.ts'
import type { Entry } from './sign-in.ts'

interface OtherWaysProps {
  onTry: () => void
  onEntry: (entry: Entry) => void
  onRefused: (error: IdentityError) => void
}

/** Ways in without a password, for who has set them up for his account. */
export function OtherWays({ onTry, onEntry, onRefused }: OtherWaysProps) {
  const [busy, setBusy] = useState(false)
  const { sendsTexts } = useSettings()
  const awake = useAwake()

  async function enter() {
    onTry()
    setBusy(true)
    try {
      onEntry(await signInWithPasskey())
    } catch (error) {
      onRefused(asIdentityError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="other-ways">
      <button
        type="button"
        className="btn btn-outline"
        disabled={!awake || busy}
        aria-busy={busy}
        onClick={enter}
      >
        <KeyRound className="ic" aria-hidden="true" />
        Sign in with a passkey
      </button>
      {sendsTexts && (
        <Link className="btn btn-outline" to={paths.phoneLogin}>
          <MessageSquareMore className="ic" aria-hidden="true" />
          Sign in with a code by phone
        </Link>
      )}
    </div>
  )
}
