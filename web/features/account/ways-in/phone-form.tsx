import { useState } from 'react'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneNumberForm } from './phone-number-form.tsx'

/** Takes a number in two steps: which it is, and the code that was texted there. */
export function PhoneForm({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState<string>()
  return phone ? (
    <PhoneCodeForm phone={phone} onOther={() => setPhone(undefined)} onClose={onClose} />
  ) : (
    <PhoneNumberForm onSent={setPhone} onClose={onClose} />
  )
}
