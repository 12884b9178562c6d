import { type FormEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/form-draft.ts'
import { type ContactMessage, contactErrors } from './contact-errors.ts'

/** Whoever writes need not be known, so his draft is nobody's. */
const DRAFT = ['', 'contact'] as const

const DOUBLE_CLICK_MS = 1000

/** Checks a message and thanks for it; it makes no call. */
export function ContactForm() {
  const [errors, setErrors] = useState<Partial<ContactMessage>>({})
  const form = useRef<HTMLFormElement>(null)
  const clearedAt = useRef(Number.NEGATIVE_INFINITY)

  // What was written before a sign-in stands here again afterwards.
  useEffect(() => {
    if (form.current) restore(form.current)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The second click of a double click meets the form that the first one has cleared.
    if (event.timeStamp - clearedAt.current < DOUBLE_CLICK_MS) return
    const form = event.currentTarget
    const found = contactErrors(messageOf(form))
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    form.reset()
    clearedAt.current = event.timeStamp
    dropDraft(...DRAFT)
    void showToast('We will contact you through your email')
  }

  // A field that was found wrong is looked at again as it is mended.
  function typed(event: FormEvent<HTMLFormElement>) {
    keepDraft(...DRAFT, messageOf(event.currentTarget))
    if (Object.keys(errors).length === 0) return
    const { name } = event.target as HTMLInputElement
    const found = contactErrors(messageOf(event.currentTarget))
    setErrors({ ...errors, [name]: found[name as keyof ContactMessage] })
  }

  return (
    // `dialog` is the one method that goes nowhere, should somebody be faster than the script.
    <form
      ref={form}
      className="formgrid formgrid-two"
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={typed}
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

function restore(form: HTMLFormElement): void {
  const draft = readDraft(...DRAFT, messageOf(form))
  for (const [name, text] of Object.entries(draft)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = text
  }
}

function messageOf(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const said = (name: string) => String(data.get(name) ?? '')
  return { name: said('name'), email: said('email'), comment: said('comment') }
}
