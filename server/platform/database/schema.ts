import type { OrderEventKind } from '@freehub/contract/orders/orders'
import type { ReviewChange } from '@freehub/contract/reviews/review-schemas'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Config } from '../../config.ts'

/** The tables of `migrations/` that Kysely queries use. Money is in whole cents, quantities are in pieces. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  accounts: {
    id: string
    user_id: string
    provider_id: string
    account_id: string
    password: string | null
  }
  two_factors: TwoFactorsTable
  passkeys: {
    id: string
    user_id: string
    name: string | null
    credential_id: string
    created_at: Generated<Date>
  }
  role_changes: RoleChangesTable
  access_tokens: { token_hash: Buffer; session_id: string; expires_at: Date }
  families: { code: string; name: string; slug: GeneratedAlways<string> }
  interfaces: { id: string; definition: JSONColumnType<object> }
  parts: PartsTable
  part_price_tiers: { part_id: string; from_quantity: number; unit_price_cents: number }
  part_edits: ChangeRecord<'changed' | 'deleted' | 'restored'> & {
    part_id: string
    changes: JSONColumnType<Record<string, { from: EditValue; to: EditValue }>>
  }
  part_fits: { part_id: string; interface_id: string; role: 'needs' | 'offers'; size: string }
  reviews: ReviewsTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_search: { order_id: string; text: string }
  staff_notes: {
    id: string
    user_id: string
    order_id: string | null
    author_id: string
    text: string
    created_at: Generated<Date>
    edited_at: Date | null
  }
  order_outbox: { order_id: string; placed_at: Generated<Date> }
  carts: { id: string; user_id: string; version: Generated<number>; updated_at: Generated<Date> }
  cart_lines: ListLine & { cart_id: string; seen_price_cents: number }
  part_codes: {
    part_id: string
    kind: 'sku' | 'superseded' | 'gtin' | 'competitor'
    brand: Generated<string>
    key: string
    code: string
  }
  own_numbers: {
    user_id: string
    key: string
    code: string
    part_id: string
    changed_at: Generated<Date>
  }
  saved_lists: NamedList
  saved_list_lines: ListLine & { list_id: string }
  wheel_builds: {
    id: string
    name: string
    hub_id: string
    rim_id: string
    spoke_left_id: string
    spoke_right_id: string
    nipple_id: string
    crosses: number
  }
  jobs: NamedList & { kind: 'wheel' | 'bike' | 'free'; times: number }
  job_lines: ListLine & { job_id: string }
  bike_profiles: {
    id: string
    user_id: string
    name: string
    entries: JSONColumnType<{ interface: string; role: 'needs' | 'offers'; size: string }[]>
    changed_at: Generated<Date>
  }
  cart_merges: {
    user_id: string
    visitor_cart_id: string
    result: Generated<unknown>
    merged_at: Generated<Date>
  }
  order_events: ChangeRecord<OrderEventKind> & {
    order_id: string
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
  }
  stock_movements: ChangeRecord<'initial' | 'adjustment' | 'shipment'> & {
    part_id: string
    pieces: number
    order_id: string | null
    reason: string | null
  }
  idempotency_keys: IdempotencyKeysTable
  payment_intents: PaymentIntentsTable
  provider_events: {
    id: string
    type: string
    intent_id: string | null
    received_at: Generated<Date>
    outcome: string | null
  }
  photos: {
    id: string
    sha256: Buffer
    width: number
    height: number
    by_user: string | null
    created_at: Generated<Date>
    unused_since: Generated<Date | null>
  }
  photo_files: { photo_id: string; format: 'avif' | 'webp' | 'jpeg'; width: number; bytes: Buffer }
  part_imports: PartImportsTable
  part_import_chunks: { import_id: string; n: number; bytes: Buffer }
  part_import_rows: PartImportRowsTable
  review_changes: ChangeRecord<ReviewChange['kind']> & {
    review_id: string
    by_user: string
    detail: string | null
  }
  ban_changes: BanChangesTable
  invoices: {
    number: number
    order_id: string
    kind: 'invoice' | 'credit_note'
    issued_at: Generated<Date>
    /** The letterhead. Null for a document that version 0.2.0 has issued. */
    maker: ColumnType<Config['maker'] | null, string | undefined, never>
  }
  invoice_counter: { last: number }
  pending_invoices: { order_id: string; kind: 'invoice' | 'credit_note'; since: Date }
  sandbox_mark: { marked_at: Generated<Date> }
}

/** An append-only record of a change, its time and its author. */
interface ChangeRecord<Kind> {
  id: string
  kind: Kind
  /** Null if the shop itself made the change. */
  by_user: string | null
  at: Generated<Date>
}

/** A user's parts with quantities under a name. */
interface NamedList {
  id: string
  user_id: string
  name: string
  version: Generated<number>
  changed_at: Generated<Date>
}

interface ListLine {
  part_id: string
  quantity: number
  position: GeneratedAlways<number>
}

interface UsersTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  role: Generated<'customer' | 'admin'>
  /** Set by a trigger on `role`. */
  admin_since: Generated<Date | null>
  education: Generated<string>
  address: Generated<string>
  phone: Generated<string>
  linkedin: Generated<string>
  sign_in_phone: string | null
  sign_in_phone_confirmed: Generated<boolean>
  two_factor_enabled: Generated<boolean>
  banned_at: Date | null
  banned_by: string | null
  ban_reason: string | null
  trusted_at: Date | null
  trusted_by: string | null
  unlinked_providers: Generated<string[]>
  deleted_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface TwoFactorsTable {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  verified: Generated<boolean>
  failed_verification_count: Generated<number>
  locked_until: Date | null
  last_step: Generated<number>
}

interface RoleChangesTable {
  id: string
  user_id: string
  email: string
  role: 'customer' | 'admin'
  by_user: string | null
  by_email: string | null
  changed_at: Generated<Date>
}

interface SessionsTable {
  id: string
  user_id: string
  token: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface PartsTable {
  id: string
  position: Generated<number>
  sku: string | null
  family_code: string | null
  name: string
  description: string
  img: string
  unit_price_cents: number
  minimum_order: number
  on_hand: number
  reserved: Generated<number>
  pack_size: number | null
  carton_size: number | null
  weight_g: number | null
  lead_time_days: number | null
  hs_code: string | null
  supersedes: string | null
  attributes: ColumnType<PartAttributes, string | undefined, string>
  drawing: ColumnType<PartDrawing | null, string | null, string | null>
  order_multiple: number | null
  terms_version: Generated<number>
  created_at: Generated<Date>
  deleted_at: Date | null
}

export type PartAttributes = Record<string, string | number | boolean | (string | number)[]>

export interface PartDrawing {
  figure: string
  view: string
  parameters: Record<string, unknown>
}

/** Null means empty. */
type EditValue = string | number | null

interface ReviewsTable {
  id: string
  user_id: string | null
  name: string
  rating: number
  comment: string
  created_at: Generated<Date>
  hidden_at: Date | null
  hidden_by: string | null
  hide_reason: string | null
  held_at: Date | null
  answer: string | null
  answered_at: Date | null
  answered_by: string | null
}

interface BanChangesTable {
  id: string
  user_id: string
  banned: boolean
  reason: string | null
  by_user: string | null
  at: Generated<Date>
}

interface PartImportsTable {
  id: string
  by_user: string | null
  file_name: string
  state: 'uploading' | 'reading' | 'read' | 'applying' | 'applied' | 'refused' | 'cancelled'
  refusal: string | null
  to_add: Generated<number>
  to_change: Generated<number>
  same: Generated<number>
  wrong: Generated<number>
  restocked: Generated<number>
  applied: Generated<number>
  failed: Generated<number>
  created_at: Generated<Date>
  applied_by: string | null
  applied_at: Date | null
  columns: string[] | null
}

interface PartImportRowsTable {
  import_id: string
  row: number
  fate: 'add' | 'change' | 'same' | 'wrong'
  part_id: string | null
  name: string
  sku: string | null
  new_values: JSONColumnType<Record<string, unknown>>
  old_values: JSONColumnType<Record<string, unknown>>
  errors: JSONColumnType<Record<string, string>>
  cells: string[] | null
  applied_at: Date | null
  refusal: string | null
}

interface OrdersTable {
  id: string
  user_id: string
  email: string
  name: string
  phone: string
  address: string
  billed_phone: string | null
  billed_address: string | null
  total_cents: number
  currency: Generated<string>
  placed_at: Generated<Date>
  reserved_until: Date
  reserved_until_if_confirmed: Date | null
  retry_at: Date | null
  paid_at: Date | null
  transaction_id: string | null
  shipped_at: Date | null
  shipped_by: string | null
  cancellation_began_at: Date | null
  cancelled_at: Date | null
  cancelled_by: string | null
  extended_at: Date | null
  expiry_warned_at: Date | null
  refund_began_at: Date | null
  refund_began_by: string | null
  refunded_at: Date | null
  carrier: string | null
  tracking_number: string | null
  number: Generated<number>
  note: Generated<string>
  customer_reference: Generated<string>
  line_count: Generated<number>
  cancelling_lines: number[] | null
}

interface OrderLinesTable {
  order_id: string
  line: number
  part_id: string
  part_name: string
  unit_price_cents: number
  quantity: number
  part_sku: string | null
  part_hs_code: string | null
  list_price_cents: number | null
  cancelled_quantity: Generated<number>
}

interface IdempotencyKeysTable {
  user_id: string
  key: string
  body_hash: Buffer
  /** Id of the object that the request created or changed, such as an order or a cart. */
  object_id: string
  created_at: Generated<Date>
}

interface PaymentIntentsTable {
  id: string
  order_id: string
  attempt: number
  amount_cents: number
  currency: string
  state: 'open' | 'settled' | 'cancelled' | 'refunded'
  refund_id: string | null
  created_at: Generated<Date>
  checks: Generated<number>
  next_check_at: Generated<Date>
}
