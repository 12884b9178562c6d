import type { Part } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { orderContactQuery } from './order-contact.ts'
import {
  CONTACT_DRAFT_KEY,
  type OrderDraft,
  quantityDraftKey,
  readOrderDraft,
} from './order-draft.ts'

/**
 * The order form. Saves a draft while the user types, so that a sign-in loses nothing. Fills empty
 * phone and address fields with those of the last order.
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
  useFormDraft(email, CONTACT_DRAFT_KEY, form)
  useFormDraft(email, quantityDraftKey(part._id), form)
  const { control, getValues, setValue } = form
  const { quantity } = useWatch({ control }) as OrderDraft
  const { data: contact } = useQuery(orderContactQuery(email))

  useEffect(() => {
    for (const field of ['phone', 'address'] as const) {
      if (contact?.[field] && getValues(field) === '') setValue(field, contact[field])
    }
  }, [contact, getValues, setValue])

  return { ...form, quantity }
}
