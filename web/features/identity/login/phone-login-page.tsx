import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Entrance } from '../entrance.tsx'
import { PhoneForm } from './phone-form.tsx'
import { TextCodeForm } from './text-code-form.tsx'
import { useGoingOn } from './use-entry.ts'

/** Signing in by phone: the number, then the code that a text brings to it. */
export function Component() {
  const [typed, setTyped] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  useGoingOn()

  return (
    <Entrance title="Code By Phone">
      {sentTo === null ? (
        <PhoneForm
          typed={typed}
          onSent={(phone, asTyped) => {
            setTyped(asTyped)
            setSentTo(phone)
          }}
        />
      ) : (
        <TextCodeForm phone={sentTo} onOtherNumber={() => setSentTo(null)} />
      )}
      <p>
        <Link to={paths.login}>Back to the login</Link>
      </p>
    </Entrance>
  )
}
