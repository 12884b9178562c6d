import type { Part } from '@freehub/contract/catalog/parts'
import type { Order } from '@freehub/contract/orders/orders'
import type { Profile } from '@freehub/contract/users/user-schemas'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'
import {
  CONTACT_DRAFT_KEY,
  type OrderFormValues,
  quantityDraftKey,
  readOrderDraft,
} from './place-order.ts'

/**
 * The order form. Saves a draft while the user types, so that a sign-in loses no text. Fills empty
 * phone and address fields from the last order or the profile. The URL may contain the quantity that
 * the user has typed on the part's page.
 */
export function useOrderForm(part: Part, email: string) {
  const form = useForm<OrderFormValues>({
    mode: 'onTouched',
    defaultValues: readOrderDraft(email, part._id, {
      quantity: String(part.minimumOrder),
      phone: '',
      address: '',
      reference: '',
    }),
  })
  useFormDraft(email, CONTACT_DRAFT_KEY, form)
  useFormDraft(email, quantityDraftKey(part._id), form)
  const { quantity } = useWatch({ control: form.control }) as OrderFormValues
  const { data: contact } = useQuery(orderContactQuery(email))
  useContactDefaults(form, contact)
  useQuantityOfUrl(form)

  return { ...form, quantity }
}

/** Enters the quantity of the URL, then removes all parameters from the URL, so that a reload shows the draft. */
function useQuantityOfUrl({ setValue }: Pick<UseFormReturn<OrderFormValues>, 'setValue'>) {
  const [params, setParams] = useSearchParams()
  const quantity = params.get('quantity')
  useEffect(() => {
    if (quantity === null) return
    setValue('quantity', quantity, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    setParams({}, { replace: true, state: preventScrollReset })
  }, [quantity, setValue, setParams])
}

interface ContactForm {
  getValues: (field: keyof OrderContact) => string
  setValue: (field: keyof OrderContact, value: string) => void
}

/** Fills an empty phone and an empty address of an order when the defaults have loaded. */
export function useContactDefaults(
  { getValues, setValue }: ContactForm,
  contact: OrderContact | undefined,
): void {
  useEffect(() => {
    for (const field of ['phone', 'address'] as const) {
      if (contact?.[field] && getValues(field) === '') setValue(field, contact[field])
    }
  }, [contact, getValues, setValue])
}

export interface OrderContact {
  phone: string
  address: string
}

/** The defaults of a new order, and the last different addresses of earlier orders. */
interface ContactDefaults extends OrderContact {
  earlierAddresses: string[]
}

/** The number of last orders among which the form looks for different addresses. */
const ORDERS_READ = 20
const EARLIER_ADDRESSES_MAXIMUM = 3

/** Returns the query for the defaults of a new order, from the last active order or the profile. */
export const orderContactQuery = (email: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'contact', email],
    queryFn: async ({ signal }): Promise<ContactDefaults> => {
      const encodedEmail = encodeURIComponent(email)
      const [orders, profile] = await Promise.all([
        call<Order[]>('GET', `/myOrders?client=${encodedEmail}&size=${ORDERS_READ}`, { signal }),
        call<Profile>('GET', `/user/${encodedEmail}`, { signal }),
      ])
      const last = orders[0]
      return {
        phone: last?.phone ?? profile.phone,
        address: last?.address ?? profile.address,
        earlierAddresses: [...new Set(orders.map(({ address }) => address))].slice(
          0,
          EARLIER_ADDRESSES_MAXIMUM,
        ),
      }
    },
    retry: false,
  })
