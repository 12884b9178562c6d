import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { PhoneForm } from './phone-form.tsx'
import { SmsCodeForm } from './sms-code-form.tsx'
import { useRedirectSignedIn } from './use-sign-in-redirects.ts'

/** Signs in with a code by SMS in two steps: the phone number, then the code. */
export function Component() {
  const [phoneInput, setPhoneInput] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  useRedirectSignedIn()

  return (
    <AuthLayout title="Code By SMS">
      {sentTo === null ? (
        <PhoneForm
          initialPhone={phoneInput}
          onSent={(phone, input) => {
            setPhoneInput(input)
            setSentTo(phone)
          }}
        />
      ) : (
        <SmsCodeForm phone={sentTo} onBack={() => setSentTo(null)} />
      )}
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}
