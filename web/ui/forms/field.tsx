import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { WarnIcon } from '../icons.tsx'

interface Frame {
  label: string
  /** What fits in here, shown at the label's right. */
  hint?: string | undefined
  error?: string | undefined
  /** What to know about what was typed, which may stay so all the same. */
  warning?: string | undefined
  /** Classes of the whole field, such as `full`. */
  className?: string
}

/** What a control inside a FieldFrame takes on, so that label, hint and error are tied to it. */
interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FrameProps = Frame & { children: (control: ControlProps) => ReactNode }

/** Label above, hint at its right, error below: around any control. */
export function FieldFrame({ label, hint, error, warning, className = '', children }: FrameProps) {
  const id = useId()
  const described = [hint && `${id}hint`, warning && `${id}warning`, error && `${id}error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={`field ${className}`}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}hint`} className="field-hint">
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
      })}
      {warning && (
        <p id={`${id}warning`} className="field-error field-warning" role="status">
          <WarnIcon />
          {warning}
        </p>
      )}
      {error && (
        <p id={`${id}error`} className="field-error" role="alert">
          <WarnIcon />
          {error}
        </p>
      )}
    </div>
  )
}

/** One line to type in. Takes what react-hook-form's `register` gives. */
export function Field({
  label,
  hint,
  error,
  warning,
  className,
  ...input
}: Frame & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      warning={warning}
      className={className ?? ''}
    >
      {(control) => <input className="input" {...input} {...control} />}
    </FieldFrame>
  )
}

/** Many lines to type in. */
export function TextAreaField({
  label,
  hint,
  error,
  warning,
  className,
  ...textarea
}: Frame & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      warning={warning}
      className={className ?? ''}
    >
      {(control) => <textarea className="textarea" {...textarea} {...control} />}
    </FieldFrame>
  )
}
