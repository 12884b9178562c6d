import { type Control, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { Typed } from './login-form.tsx'

/** The way to a new password, with the e-mail that is typed already. */
export function ForgotPasswordLink({ control }: { control: Control<Typed> }) {
  const email = useWatch({ control, name: 'email' })
  return (
    <p className="forgot">
      <Link to={paths.forgotPassword} state={{ email }}>
        Forgot password?
      </Link>
    </p>
  )
}
