import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { passwordRules } from '../field-rules.ts'
import { EnterButton } from '../login/enter-button.tsx'
import { keepReturnAddress } from '../return-address.ts'
import type { EmailLink } from './confirm-email.ts'
import { NewPasswordForm } from './new-password-form.tsx'

interface ConfirmEmailFormProps {
  link: EmailLink
  onProof: (proof: { password?: string; newPassword?: string }) => Promise<void>
  /** Drops the refusal of another form. */
  onSwitch: () => void
}

/** What a link asks for before it counts: a press, the password, a new password, or to sign in first. */
export function ConfirmEmailForm({ link, onProof, onSwitch }: ConfirmEmailFormProps) {
  const [isNotMine, setNotMine] = useState(false)
  if (link.asks === 'sign_in') return <SignInFirst email={link.email} />
  if (link.asks === 'nothing') return <PressForm email={link.email} onPress={() => onProof({})} />
  if (link.asks === 'new_password') {
    return (
      <>
        <p>
          The account with {link.email} has no password. If you made it with Google or Github, log
          in with that, and you come back here. If you did not make it, set a password: all other
          ways to log in to the account are removed.
        </p>
        <SetPassword onProof={onProof} />
        <LoginLink />
      </>
    )
  }
  return isNotMine ? (
    <NotMine email={link.email} onProof={onProof} />
  ) : (
    <>
      <PasswordForm link={link} onTyped={(password) => onProof({ password })} />
      {!link.changes && (
        <button
          type="button"
          className="btn btn-outline btn-block"
          onClick={() => {
            onSwitch()
            setNotMine(true)
          }}
        >
          I did not choose this password
        </button>
      )}
    </>
  )
}

function PressForm({ email, onPress }: { email: string; onPress: () => Promise<void> }) {
  const { handleSubmit, formState } = useForm()
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(onPress)}>
      <p>
        Was it you who gave {email} to Freehub? Then confirm it. If not, close this page: it stays
        unconfirmed.
      </p>
      <EnterButton busy={formState.isSubmitting}>Confirm Email</EnterButton>
    </form>
  )
}

interface PasswordFormProps {
  link: EmailLink
  onTyped: (password: string) => Promise<void>
}

function PasswordForm({ link, onTyped }: PasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => onTyped(password))}
    >
      <p>
        {link.changes
          ? `Enter the password of your account to change its email to ${link.email}. If you did not ask for this, close this page.`
          : `Enter your password to confirm ${link.email}.`}
      </p>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.password?.message}
        {...register('password', { required: passwordRules.required })}
      />
      <EnterButton busy={isSubmitting}>Confirm Email</EnterButton>
    </form>
  )
}

/** The button that led here is gone: the focus goes to the text that replaces it. */
function NotMine({ email, onProof }: { email: string } & Pick<ConfirmEmailFormProps, 'onProof'>) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1}>
        Someone else may have signed up with {email}. Set a new password to make the account yours:
        everyone is logged out of it, and all other ways to log in are removed.
      </p>
      <SetPassword onProof={onProof} />
    </>
  )
}

function SetPassword({ onProof }: Pick<ConfirmEmailFormProps, 'onProof'>) {
  return (
    <NewPasswordForm
      send="Set Password and Confirm"
      onTyped={(newPassword) => onProof({ newPassword })}
    />
  )
}

function SignInFirst({ email }: { email: string }) {
  return (
    <>
      <p>
        Log in to the account whose email is to become {email}. You come back here and can confirm
        it. If you did not ask for this, close this page.
      </p>
      <LoginLink />
    </>
  )
}

function LoginLink() {
  return (
    <Link
      className="btn btn-outline btn-block"
      to={paths.login}
      onClick={() => keepReturnAddress(location.pathname + location.search)}
    >
      Login
    </Link>
  )
}
