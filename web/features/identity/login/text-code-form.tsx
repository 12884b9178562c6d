import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { CodeField } from '../code-field.tsx'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import { EnterButton } from './enter-button.tsx'
import { sendTextCode, signInWithTextCode } from './phone-sign-in.ts'
import { useEntry } from './use-entry.ts'

interface TextCodeFormProps {
  phone: string
  onOtherNumber: () => void
}

/** Asks for the code of the text. It looks the same whether anybody signs in with this number or not. */
export function TextCodeForm({ phone, onOtherNumber }: TextCodeFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [sent, setSent] = useState(1)
  const goOn = useEntry()
  useFirstFocus(() => setFocus('code'))

  async function enter({ code }: { code: string }) {
    setRefusal(null)
    try {
      goOn(await signInWithTextCode(phone, code))
    } catch (error) {
      setRefusal(asIdentityError(error))
      setFocus('code', { shouldSelect: true })
    }
  }

  async function sendAnother() {
    setRefusal(null)
    try {
      await sendTextCode(phone)
      setSent(sent + 1)
      setFocus('code', { shouldSelect: true })
    } catch (error) {
      setRefusal(asIdentityError(error))
    }
  }

  return (
    <>
      <div role="status" className="promise">
        <p>
          {sent > 1 && 'Sent again. '}
          If an account signs in with {phone}, a text with a code is on its way. The code works
          once, within five minutes.
        </p>
        <InboxLink />
      </div>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(enter)}>
        <CodeField
          label="Code"
          error={errors.code?.message}
          {...register('code', { required: 'Code required' })}
        />
        {refusal && <RedBox text={refusal.message} />}
        <EnterButton busy={isSubmitting}>Login</EnterButton>
      </form>
      <div className="other-ways">
        <button type="button" className="btn btn-outline" onClick={sendAnother}>
          Send another code
        </button>
        <button type="button" className="btn btn-outline" onClick={onOtherNumber}>
          Use another number
        </button>
      </div>
    </>
  )
}
