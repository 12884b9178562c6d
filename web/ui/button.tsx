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

/** A button that does not submit a form. */
export function Button({ variant = 'outline', small, className, ...button }: ButtonProps) {
  const classes = [variantClasses[variant], small && 'btn-sm', className].filter(Boolean)
  return <button type="button" className={classes.join(' ')} {...button} />
}
