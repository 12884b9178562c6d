import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { AccountPart } from './account-part.tsx'
import { EndOthersButton } from './end-others-button.tsx'
import { signedInQuery } from './signed-in-query.ts'
import { SignedInRow } from './signed-in-row.tsx'

/** Where one is signed in, this browser first, and the way to sign out there. */
export function SignedInPart() {
  const { data, error, refetch } = useQuery(signedInQuery)
  const all = data?.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <AccountPart
      title="Where you are signed in"
      about="If you do not know one of them, sign out there and change your password."
    >
      {error && !all && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {all && (
        <ul className="account-rows">
          {all.map((signedIn) => (
            <SignedInRow key={signedIn.id} signedIn={signedIn} />
          ))}
        </ul>
      )}
      {all && all.length > 1 && <EndOthersButton />}
    </AccountPart>
  )
}
