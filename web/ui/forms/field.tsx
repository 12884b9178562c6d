import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { WarnIcon } from '../icons.tsx'

interface FieldProps {
  label: string
  /** Expected input, shown to the right of the label. */
  hint?: string | undefined
  error?: string | undefined
  /** A remark on the input that does not block submitting. */
  warning?: string | undefined
  /** Classes of the whole field, such as `full`. */
  className?: string
}

/** Props that tie a control to its label, hint and error. */
interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FieldFrameProps = FieldProps & { children: (control: ControlProps) => ReactNode }

/** Frames a control with its label, hint, warning and error. */
export function FieldFrame({
  label,
  hint,
  error,
  warning,
  className = '',
  children,
}: FieldFrameProps) {
  const id = useId()
  const describedBy = [hint && `${id}hint`, warning && `${id}warning`, error && `${id}error`]
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
        'aria-describedby': describedBy || undefined,
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

/** A single-line input. Accepts the props of react-hook-form's `register`. */
export function Field({
  label,
  hint,
  error,
  warning,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
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

/** A multi-line input. */
export function TextAreaField({
  label,
  hint,
  error,
  warning,
  className,
  ...textarea
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
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
