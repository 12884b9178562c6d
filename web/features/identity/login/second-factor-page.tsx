import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { useAwake } from '../../../ui/use-awake.ts'
import { CodeField } from '../code-field.tsx'
import { Entrance } from '../entrance.tsx'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import { EnterButton } from './enter-button.tsx'
import { enterCode, type Proof } from './second-factor.ts'
import { useGoingOn } from './use-entry.ts'

/** The second step of any sign-in, for who has chosen so: a code of the app, or one written down. */
export function Component() {
  const [proof, setProof] = useState<Proof>('app')
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const awake = useAwake()
  useGoingOn()

  function take(other: Proof) {
    setRefusal(null)
    setProof(other)
  }

  return (
    <Entrance title="Second Step">
      <p>
        {proof === 'app'
          ? 'Type the six digits that your authenticator app shows for Freehub.'
          : 'Type one of the backup codes that you have kept. Each works once.'}
      </p>
      <CodeForm key={proof} proof={proof} refusal={refusal} onTried={setRefusal} />
      <div className="other-ways">
        <button
          type="button"
          className="btn btn-outline"
          disabled={!awake}
          onClick={() => take(proof === 'app' ? 'backup' : 'app')}
        >
          {proof === 'app' ? 'Use a backup code' : 'Use the app'}
        </button>
        <Link className="btn btn-outline" to={paths.login}>
          Back to the login
        </Link>
      </div>
    </Entrance>
  )
}

interface CodeFormProps {
  proof: Proof
  refusal: IdentityError | null
  onTried: (refusal: IdentityError | null) => void
}

function CodeForm({ proof, refusal, onTried }: CodeFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  useFirstFocus(() => setFocus('code'))

  async function enter({ code }: { code: string }) {
    onTried(null)
    try {
      await enterCode(proof, code)
    } catch (error) {
      onTried(asIdentityError(error))
      setFocus('code', { shouldSelect: true })
    }
  }

  const field = { error: errors.code?.message, ...register('code', { required: 'Code required' }) }
  return (
    <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(enter)}>
      {proof === 'app' ? (
        <CodeField label="Code" {...field} />
      ) : (
        <Field label="Backup code" autoComplete="off" className="code-field" {...field} />
      )}
      {refusal && <RedBox text={refusal.message} />}
      <EnterButton busy={isSubmitting}>Login</EnterButton>
    </form>
  )
}
