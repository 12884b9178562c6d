import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { readDraft } from '../../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { CONTACT_DRAFT_KEY } from '../purchase/place-order.ts'
import {
  type OrderContact,
  orderContactQuery,
  useContactDefaults,
} from '../purchase/use-order-form.ts'
import { NOTE_DRAFT_KEY } from './place-cart-order.ts'

export interface CheckoutFields extends OrderContact {
  note: string
  reference: string
}

/** The checkout's form with its draft, and earlier addresses. Fills in phone and address like the purchase form. */
export function useCheckoutForm(email: string) {
  const form = useForm<CheckoutFields>({
    mode: 'onTouched',
    defaultValues: {
      ...readDraft(email, CONTACT_DRAFT_KEY, { phone: '', address: '' }),
      ...readDraft(email, NOTE_DRAFT_KEY, { note: '', reference: '' }),
    },
  })
  useFormDraft(email, CONTACT_DRAFT_KEY, form)
  useFormDraft(email, NOTE_DRAFT_KEY, form)
  const { data: contact } = useQuery(orderContactQuery(email))
  useContactDefaults(form, contact)
  return { ...form, earlierAddresses: contact?.earlierAddresses ?? [] }
}
