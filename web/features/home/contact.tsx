import { contactDetails } from '@freehub/contract/contact-details'
import { isEmail } from '@freehub/contract/email'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { clearDraft, readDraft, saveDraft } from '../../ui/forms/form-draft.ts'

export function Contact() {
  return (
    <section className="sec" id="contact-us">
      <div className="wrap contact grid gap-10 xl:grid-cols-[5fr_7fr] xl:gap-24">
        <div>
          <h2>Contact Us</h2>
          <address className="grid mt-7 border-t border-t-rule">
            <div>
              <span className="cap">Email</span>
              <a href={`mailto:${contactDetails.email}`}>{contactDetails.email}</a>
            </div>
            <div>
              <span className="cap">Telephone</span>
              <a className="num" href={contactDetails.telephoneLink}>
                {contactDetails.telephone}
              </a>
            </div>
            <div>
              <span className="cap">Factory</span>
              <span>{contactDetails.address}</span>
            </div>
          </address>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}

/** The key of the draft. It has no user, because the form needs no sign-in. */
const DRAFT_KEY = ['', 'contact'] as const

const DOUBLE_CLICK_MS = 1000

/** A form that confirms the message with a toast. According to the specification, it makes no call. */
function ContactForm() {
  const [errors, setErrors] = useState<Partial<ContactMessage>>({})
  const form = useRef<HTMLFormElement>(null)
  const clearedAt = useRef(Number.NEGATIVE_INFINITY)

  // Restore text that the user typed before a sign-in.
  useEffect(() => {
    if (form.current) restoreDraft(form.current)
  }, [])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Ignore the second click of a double click, because the first click has cleared the form.
    if (event.timeStamp - clearedAt.current < DOUBLE_CLICK_MS) return
    const form = event.currentTarget
    const newErrors = validateContactMessage(readMessage(form))
    setErrors(newErrors)
    const [first] = Object.keys(newErrors)
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    form.reset()
    clearedAt.current = event.timeStamp
    clearDraft(...DRAFT_KEY)
    void showToast('We will contact you through your email')
  }

  // After a failed submit, validate the edited field on each input.
  function handleInput(event: FormEvent<HTMLFormElement>) {
    saveDraft(...DRAFT_KEY, readMessage(event.currentTarget))
    if (Object.keys(errors).length === 0) return
    const { name } = event.target as HTMLInputElement
    const newErrors = validateContactMessage(readMessage(event.currentTarget))
    setErrors({ ...errors, [name]: newErrors[name as keyof ContactMessage] })
  }

  return (
    // With the method `dialog`, a submit before hydration does not navigate.
    <form
      ref={form}
      className="formgrid formgrid-two noscript:hidden"
      method="dialog"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
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

/** Fills the empty fields. The user may have typed into the others before hydration. */
function restoreDraft(form: HTMLFormElement): void {
  const draft = readDraft(...DRAFT_KEY, readMessage(form))
  for (const [name, text] of Object.entries(draft)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value ||= text
  }
}

function readMessage(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const readField = (name: string) => String(data.get(name) ?? '')
  return { name: readField('name'), email: readField('email'), comment: readField('comment') }
}

interface ContactMessage {
  name: string
  email: string
  comment: string
}

export function validateContactMessage(message: ContactMessage): Partial<ContactMessage> {
  const errors: Partial<ContactMessage> = {}
  if (!message.name.trim()) errors.name = 'Name required'
  if (!message.email.trim()) errors.email = 'Email required'
  else if (!isEmail(message.email.trim())) errors.email = 'Provide a valid email'
  if (!message.comment.trim()) errors.comment = 'Please Comment'
  return errors
}
