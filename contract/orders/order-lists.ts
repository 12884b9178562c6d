export const orderStatuses = ['Pending', 'Paid', 'Shipped'] as const

/** The status of an order, including cancelled and refunded ones. */
export const orderStages = [...orderStatuses, 'Cancelled', 'Refunded'] as const

export const orderSorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const
