import { useState } from 'react'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneNumberForm } from './phone-number-form.tsx'

/** Adds a phone number in two steps: the number, then the code that is sent to it by SMS. */
export function PhoneForm({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState<string>()
  return phone ? (
    <PhoneCodeForm phone={phone} onBack={() => setPhone(undefined)} onClose={onClose} />
  ) : (
    <PhoneNumberForm onSent={setPhone} onClose={onClose} />
  )
}
