import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Field, FieldFrame } from '../../ui/forms/field.tsx'
import { WarnIcon } from '../../ui/icons.tsx'
import { type IdentityError, toIdentityError } from './identity-errors.ts'

/**
 * The submit button of the sign-in forms. It works before hydration: the head script stores a submit, and repeats it. A
 * busy button ignores clicks. It is not disabled, because a disabled button loses the focus.
 */
export function AuthSubmitButton({ busy, children }: { busy: boolean; children: string }) {
  return (
    <button
      type="submit"
      className="btn btn-block"
      aria-disabled={busy}
      aria-busy={busy}
      onClick={(event) => busy && event.preventDefault()}
    >
      {children}
    </button>
  )
}

/**
 * A password with a button that shows it. The button's name is its content and not a label, so that only the input has
 * the label of the field. A click leaves the focus in the input.
 */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'warning' | 'className'>) {
  const { label, hint, error, ...input } = props
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(control) => (
        <div className="relative">
          <input
            className="input pr-18 [&::-ms-reveal]:hidden"
            type={isShown ? 'text' : 'password'}
            maxLength={MAXIMUM_PASSWORD_LENGTH}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
          />
          <button
            type="button"
            className="absolute inset-y-0.5 right-0.5 min-w-11 px-3.5 text-label text-blue-ink underline underline-offset-4 aria-pressed:bg-blue-tint"
            aria-pressed={isShown}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            Show<span className="sr-only"> password</span>
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

export function PhoneField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="Phone number"
      type="tel"
      autoComplete="tel"
      placeholder="+49 151 23456789"
      {...props}
    />
  )
}

/** A field for a code of six digits. Phones and password managers can fill it in. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return (
    <Field inputMode="numeric" autoComplete="one-time-code" className="code-field" {...props} />
  )
}

export function AuthError({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="auth-error [&>svg]:mt-0.5" role="alert">
      <WarnIcon />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** A text that takes the focus, because the button that showed it is removed. */
export function FocusedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  )
}

/** Stores the refusal of the last action. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<IdentityError | null>(null)

  /** Runs an action. Returns true if it succeeded. */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    setRefusal(null)
    try {
      await action()
      return true
    } catch (error) {
      setRefusal(toIdentityError(error))
      return false
    }
  }

  return { refusal, setRefusal, attempt }
}

/** Sets the focus once, after the router has moved it to the start of a new screen. */
export function useInitialFocus(focus: () => unknown): void {
  const focusNow = useEffectEvent(focus)

  useEffect(() => {
    const timer = setTimeout(() => focusNow())
    return () => clearTimeout(timer)
  }, [])
}
