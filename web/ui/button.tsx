import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'outline' | 'danger'
  small?: boolean | undefined
}

const variantClasses = {
  primary: 'btn',
  outline: 'btn btn-outline',
  danger: 'btn btn-outline btn-error',
}

/** A button that does not submit a form, unless its `type` is `submit`. */
export function Button({ variant = 'outline', small, className, ...button }: ButtonProps) {
  const classes = [variantClasses[variant], small && 'btn-sm', className].filter(Boolean)
  return <button type="button" className={classes.join(' ')} {...button} />
}

interface RowButtonProps extends ButtonProps {
  /** Name of the row. The accessible name contains it: 'Delete: My wheel'. */
  row: string
  children: string
}

/** A small button in a row of a list. */
export function RowButton({ row, ...button }: RowButtonProps) {
  return <Button small aria-label={`${button.children}: ${row}`} {...button} />
}
