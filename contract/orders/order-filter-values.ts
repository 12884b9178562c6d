export const orderStatuses = ['Pending', 'Paid', 'Shipped'] as const

/** The stages of an order: the three statuses, cancelled and refunded. */
export const orderStages = [...orderStatuses, 'Cancelled', 'Refunded'] as const

export const orderSorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const
