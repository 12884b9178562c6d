import { type FormEvent, useState } from 'react'
import { Field, TextAreaField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.ts'
import { type ContactMessage, contactErrors } from './contact-errors.ts'

/** Checks a message and thanks for it; it makes no call. */
export function ContactForm() {
  const [errors, setErrors] = useState<Partial<ContactMessage>>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found = contactErrors(messageOf(form))
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    form.reset()
    void showToast('We will contact you through your email')
  }

  // A field that was found wrong is looked at again as it is mended.
  function recheck(event: FormEvent<HTMLFormElement>) {
    if (Object.keys(errors).length === 0) return
    const { name } = event.target as HTMLInputElement
    const found = contactErrors(messageOf(event.currentTarget))
    setErrors({ ...errors, [name]: found[name as keyof ContactMessage] })
  }

  return (
    // `dialog` is the one method that goes nowhere, should somebody be faster than the script.
    <form
      className="formgrid formgrid-two"
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={recheck}
    >
      <Field label="Name" name="name" autoComplete="name" error={errors.name} />
      <Field label="Email" name="email" type="email" autoComplete="email" error={errors.email} />
      <TextAreaField className="full" label="Comment" name="comment" error={errors.comment} />
      <div className="full">
        <button type="submit" className="btn">
          Submit
        </button>
      </div>
    </form>
  )
}

function messageOf(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const said = (name: string) => String(data.get(name) ?? '')
  return { name: said('name'), email: said('email'), comment: said('comment') }
}
