import type { Part } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useKeptDraft } from '../../../ui/forms/use-kept-draft.ts'
import { contactForOrders } from './contact-for-orders.ts'
import { CONTACT_DRAFT, type OrderDraft, quantityDraft, readOrderDraft } from './order-draft.ts'

/**
 * The order form with what was typed before, kept as it is typed, so that a sign-in in the middle
 * loses nothing. Phone and address begin as they were last time; what is typed meanwhile wins.
 */
export function useOrderForm(part: Part, email: string) {
  const form = useForm<OrderDraft>({
    mode: 'onTouched',
    defaultValues: readOrderDraft(email, part._id, {
      quantity: String(part.minimumOrder),
      phone: '',
      address: '',
    }),
  })
  useKeptDraft(email, CONTACT_DRAFT, form)
  useKeptDraft(email, quantityDraft(part._id), form)
  const { control, getValues, setValue } = form
  const { quantity } = useWatch({ control }) as OrderDraft
  const { data: contact } = useQuery(contactForOrders(email))

  useEffect(() => {
    for (const field of ['phone', 'address'] as const) {
      if (contact?.[field] && getValues(field) === '') setValue(field, contact[field])
    }
  }, [contact, getValues, setValue])

  return { ...form, quantity }
}
