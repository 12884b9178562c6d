import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { WarnIcon } from '../icons.tsx'

interface FieldProps {
  label: string
  /** A text at the right of the label that states the expected input. */
  hint?: string | undefined
  error?: string | undefined
  /** A remark about the input. It does not prevent submitting. */
  warning?: string | undefined
  /** Classes of the whole field, such as `full`. */
  className?: string | undefined
}

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

type FieldFrameProps = FieldProps & { children: (control: ControlProps) => ReactNode }

/** A field with its label, hint, warning and error. `children` renders the control with the given attributes. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, warning, className = '', children } = props
  const id = useId()
  const describedBy = [hint && `${id}hint`, warning && `${id}warning`, error && `${id}error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={`field ${className}`}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}hint`} className="text-ink-2 font-normal tabular-nums">
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy || undefined,
      })}
      {warning && (
        <p
          id={`${id}warning`}
          className="field-error items-start text-warn [&>svg]:mt-0.75"
          role="status"
        >
          <WarnIcon />
          {warning}
        </p>
      )}
      {error && <FieldError id={`${id}error`} text={error} />}
    </div>
  )
}

export function FieldError({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className="field-error" role="alert">
      <WarnIcon />
      {text}
    </p>
  )
}

/** A single-line input. Accepts the props of react-hook-form's `register`. */
export function Field(props: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  const { label, hint, error, warning, className, ...input } = props
  return (
    <FieldFrame {...{ label, hint, error, warning, className }}>
      {(control) => <input className="input" {...input} {...control} />}
    </FieldFrame>
  )
}

export function TextAreaField(props: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  const { label, hint, error, warning, className, ...textarea } = props
  return (
    <FieldFrame {...{ label, hint, error, warning, className }}>
      {(control) => <textarea className="textarea" {...textarea} {...control} />}
    </FieldFrame>
  )
}
