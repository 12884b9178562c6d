/** Refusals of each call that places an order. */
export const placementRefusals = [
  'part_missing',
  'quantity_below_minimum',
  'quantity_not_multiple',
  'quantity_above_available',
  'total_out_of_range',
  'unpaid_orders_too_many',
  'unconfirmed_orders_too_many',
  'unpaid_value_too_high',
  'stock_share_too_high',
  'key_reused',
] as const
