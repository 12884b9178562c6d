import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'

type Values = Record<string, unknown>

/** The first row of a table, the values that differ in a second row, and the violations of each constraint. */
interface Table {
  /** Absent if a migration or a trigger has already inserted a row. */
  first?: Values
  second?: Values
  /** By constraint or unique index: columns that repeat the first row's values, or invalid values. */
  violations: Record<string, string[] | Values | Values[]>
}

const NOW = new Date().toISOString()
const UNKNOWN = randomUUID()
const [user, session, part, review, order, photo, list, cart, savedList, job] = Array.from(
  { length: 10 },
  () => randomUUID(),
)
const newId = () => ({ id: randomUUID() })
const textOf = (length: number) => 'x'.repeat(length)
const bytesOf = (length: number, byte = '07') => `\\x${byte.repeat(length)}`

const PAID = { paid_at: NOW, transaction_id: 'pi_2' }
const SHIPPED = { ...PAID, shipped_at: NOW, shipped_by: user }
const REFUNDED = { ...PAID, refund_began_at: NOW, refunded_at: NOW, cancelled_at: NOW }
const ANSWERED = { answered_at: NOW, answered_by: user, answer: 'x' }
const HIDDEN = { hidden_at: NOW, hidden_by: user, hide_reason: 'x' }

/** Tables stand after those that they reference. */
const tables: Record<string, Table> = {
  migrations: { violations: { migrations_pkey: ['name'] } },
  users: {
    first: { id: user, name: 'Ada', email: 'ada@example.com', sign_in_phone: '+8801711000000' },
    second: { ...newId(), email: 'bob@example.com', sign_in_phone: '+8801711000001' },
    violations: {
      users_pkey: ['id'],
      users_email_key: ['email'],
      users_sign_in_phone_key: ['sign_in_phone'],
      users_banned_has_reason: [{ ban_reason: 'Fraud' }, { banned_at: NOW }],
      users_email_check: { email: 'Bob@example.com' },
      users_linkedin_check: { linkedin: 'http://linkedin.com/in/bob' },
      users_role_check: { role: 'owner' },
      users_sign_in_phone_check: [
        { sign_in_phone: '8801711000001' },
        { sign_in_phone: '+0801711000001' },
        { sign_in_phone: '+123456' },
        { sign_in_phone: '+1234567890123456' },
      ],
      users_banned_by_fkey: { banned_by: UNKNOWN },
      users_trusted_by_fkey: { trusted_by: UNKNOWN },
    },
  },
  sessions: {
    first: { id: session, user_id: user, token: 'first', expires_at: NOW },
    second: { ...newId(), token: 'second' },
    violations: {
      sessions_pkey: ['id'],
      sessions_token_key: ['token'],
      sessions_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  access_tokens: {
    first: { token_hash: bytesOf(32), session_id: session, expires_at: NOW },
    second: { token_hash: bytesOf(32, '08') },
    violations: {
      access_tokens_pkey: ['token_hash'],
      access_tokens_token_hash_check: [{ token_hash: bytesOf(31) }, { token_hash: bytesOf(33) }],
      access_tokens_session_id_fkey: { session_id: UNKNOWN },
    },
  },
  accounts: {
    first: { ...newId(), user_id: user, provider_id: 'google', account_id: 'first' },
    second: { ...newId(), account_id: 'second' },
    violations: {
      accounts_pkey: ['id'],
      accounts_provider_id_account_id_key: ['account_id'],
      accounts_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  verifications: {
    first: { ...newId(), identifier: 'x', value: 'x', expires_at: NOW },
    violations: { verifications_pkey: ['id'] },
  },
  rate_limits: {
    first: { ...newId(), key: 'first', count: 1, last_request: 1 },
    second: { ...newId(), key: 'second' },
    violations: { rate_limits_pkey: ['id'], rate_limits_key_key: ['key'] },
  },
  two_factors: {
    first: { ...newId(), user_id: user, secret: 'x', backup_codes: 'x' },
    second: { ...newId(), user_id: UNKNOWN },
    violations: {
      two_factors_pkey: ['id'],
      two_factors_user_id_key: ['user_id'],
      two_factors_user_id_fkey: {},
    },
  },
  passkeys: {
    first: {
      ...newId(),
      user_id: user,
      public_key: 'x',
      credential_id: 'first',
      counter: 1,
      device_type: 'x',
      backed_up: false,
    },
    second: { ...newId(), credential_id: 'second' },
    violations: {
      passkeys_pkey: ['id'],
      passkeys_credential_id_key: ['credential_id'],
      passkeys_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  role_changes: {
    first: { ...newId(), user_id: user, email: 'ada@example.com', role: 'admin' },
    second: newId(),
    violations: {
      role_changes_pkey: ['id'],
      role_changes_role_check: { role: 'owner' },
      role_changes_user_id_fkey: { user_id: UNKNOWN },
      role_changes_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  ban_changes: {
    first: { ...newId(), user_id: user, banned: false },
    second: newId(),
    violations: {
      ban_changes_pkey: ['id'],
      ban_changes_ban_has_reason: [{ reason: 'Fraud' }, { banned: true }],
      ban_changes_user_id_fkey: { user_id: UNKNOWN },
      ban_changes_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  families: {
    first: { code: '10', name: 'Chains' },
    second: { code: '11', name: 'Cassettes' },
    violations: {
      families_pkey: ['code'],
      families_name_key: ['name'],
      families_slug_key: { name: 'chains' },
      families_code_check: [{ code: '1' }, { code: '111' }],
    },
  },
  interfaces: {
    first: { id: 'thread', definition: {} },
    violations: { interfaces_pkey: ['id'] },
  },
  parts: {
    first: {
      id: part,
      sku: 'FH-10104-5',
      family_code: '10',
      name: 'Chain',
      description: 'x',
      img: 'x',
      unit_price_cents: 250,
      minimum_order: 10,
      on_hand: 100,
    },
    second: { ...newId(), position: 1_000_000, sku: 'FH-10105-2' },
    violations: {
      parts_pkey: ['id'],
      parts_position_key: ['position'],
      parts_sku_key: ['sku'],
      parts_reserved_is_on_hand: { reserved: 101 },
      parts_on_hand_check: { on_hand: -1, reserved: -1 },
      parts_reserved_check: { reserved: -1 },
      parts_name_check: [{ name: '' }, { name: textOf(121) }],
      parts_description_check: [{ description: '' }, { description: textOf(2001) }],
      parts_unit_price_cents_check: [{ unit_price_cents: 0 }, { unit_price_cents: 100_000_000 }],
      parts_order_multiple_check: { order_multiple: 1, minimum_order: 1 },
      parts_minimum_order_is_multiple: { order_multiple: 7, minimum_order: 10 },
      parts_minimum_order_check: [{ minimum_order: 0 }, { minimum_order: 1_000_000_001 }],
      parts_pack_size_check: { pack_size: 0 },
      parts_carton_size_check: { carton_size: 0 },
      parts_weight_g_check: { weight_g: 0 },
      parts_lead_time_days_check: { lead_time_days: -1 },
      parts_hs_code_check: [{ hs_code: '12345' }, { hs_code: '1234567' }],
      parts_family_code_fkey: { family_code: '99' },
    },
  },
  part_words: {
    violations: { part_words_pkey: ['part_id'], part_words_part_id_fkey: { part_id: UNKNOWN } },
  },
  vocabulary: { violations: { vocabulary_pkey: ['word'] } },
  part_price_tiers: {
    first: { part_id: part, from_quantity: 10, unit_price_cents: 250 },
    second: { from_quantity: 100 },
    violations: {
      part_price_tiers_pkey: ['from_quantity'],
      part_price_tiers_from_quantity_check: { from_quantity: 0 },
      part_price_tiers_unit_price_cents_check: { unit_price_cents: 0 },
      part_price_tiers_part_id_fkey: { part_id: UNKNOWN },
    },
  },
  part_fits: {
    first: { part_id: part, interface_id: 'thread', role: 'needs', size: '1' },
    second: { role: 'offers' },
    violations: {
      part_fits_pkey: ['role'],
      part_fits_role_check: { role: 'likes' },
      part_fits_part_id_fkey: { part_id: UNKNOWN },
      part_fits_interface_id_fkey: { interface_id: 'unknown' },
    },
  },
  part_edits: {
    first: { ...newId(), part_id: part, kind: 'changed' },
    second: newId(),
    violations: {
      part_edits_pkey: ['id'],
      part_edits_kind_check: { kind: 'added' },
      part_edits_part_id_fkey: { part_id: UNKNOWN },
      part_edits_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  reviews: {
    first: { id: review, user_id: user, name: 'Ada', rating: 5, comment: '' },
    second: newId(),
    violations: {
      reviews_pkey: ['id'],
      reviews_rating_check: [{ rating: 0 }, { rating: 6 }],
      reviews_answer_check: [
        { ...ANSWERED, answer: '' },
        { ...ANSWERED, answer: textOf(2001) },
      ],
      reviews_answered_has_answer: [
        { answered_at: NOW },
        { ...ANSWERED, answer: null },
        { ...ANSWERED, answered_by: null },
      ],
      reviews_hide_reason_check: [
        { ...HIDDEN, hide_reason: '' },
        { ...HIDDEN, hide_reason: textOf(201) },
      ],
      reviews_hidden_has_reason: [
        { hidden_at: NOW },
        { ...HIDDEN, hide_reason: null },
        { ...HIDDEN, hidden_by: null },
      ],
      reviews_user_id_fkey: { user_id: UNKNOWN },
      reviews_answered_by_fkey: { ...ANSWERED, answered_by: UNKNOWN },
      reviews_hidden_by_fkey: { ...HIDDEN, hidden_by: UNKNOWN },
    },
  },
  review_changes: {
    first: { ...newId(), review_id: review, kind: 'hidden', by_user: user },
    second: newId(),
    violations: {
      review_changes_pkey: ['id'],
      review_changes_kind_check: { kind: 'deleted' },
      review_changes_review_id_fkey: { review_id: UNKNOWN },
      review_changes_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  orders: {
    first: {
      id: order,
      user_id: user,
      email: 'x',
      name: 'x',
      phone: 'x',
      address: 'x',
      total_cents: 2500,
      reserved_until: NOW,
      paid_at: NOW,
      transaction_id: 'pi_1',
    },
    second: { ...newId(), paid_at: null, transaction_id: null, number: 1 },
    violations: {
      orders_pkey: ['id'],
      orders_by_number: ['number'],
      orders_note_check: { note: textOf(501) },
      orders_customer_reference_check: { customer_reference: textOf(61) },
      orders_line_count_check: [{ line_count: 0 }, { line_count: 501 }],
      orders_cancelling_lines_need_start: { cancelling_lines: [1] },
      orders_by_transaction: ['transaction_id', 'paid_at'],
      orders_total_cents_check: [{ total_cents: 49 }, { total_cents: 100_000_000 }],
      orders_currency_check: { currency: 'eur' },
      orders_paid_has_transaction: [{ paid_at: NOW }, { transaction_id: 'pi_2' }],
      orders_shipped_was_paid: { shipped_at: NOW, shipped_by: user },
      orders_shipped_has_user: { ...SHIPPED, shipped_by: null },
      orders_carrier_check: [{ carrier: '' }, { carrier: textOf(61) }],
      orders_tracking_number_check: [{ tracking_number: '' }, { tracking_number: textOf(61) }],
      orders_shipped_is_not_refunded: { ...SHIPPED, refund_began_at: NOW },
      orders_cancelled_is_unpaid_or_refunded: [
        { cancelled_at: NOW },
        { ...PAID, cancellation_began_at: NOW, cancelled_at: NOW },
        { ...REFUNDED, shipped_at: NOW, shipped_by: user },
      ],
      orders_refunded_was_paid_and_is_cancelled: [
        { ...REFUNDED, cancellation_began_at: NOW, paid_at: null, transaction_id: null },
        { ...REFUNDED, cancelled_at: null },
        { ...REFUNDED, refund_began_at: null },
      ],
      orders_user_id_fkey: { user_id: UNKNOWN },
      orders_shipped_by_fkey: { ...SHIPPED, shipped_by: UNKNOWN },
      orders_cancelled_by_fkey: { cancelled_by: UNKNOWN },
      orders_refund_began_by_fkey: { refund_began_by: UNKNOWN },
    },
  },
  order_lines: {
    first: {
      order_id: order,
      line: 1,
      part_id: part,
      part_name: 'Chain',
      unit_price_cents: 250,
      quantity: 10,
    },
    second: { line: 2, part_id: UNKNOWN },
    violations: {
      order_lines_pkey: ['line'],
      order_lines_order_id_part_id_key: ['part_id'],
      order_lines_line_check: { line: 0 },
      order_lines_quantity_check: { quantity: 0 },
      order_lines_unit_price_cents_check: { unit_price_cents: 0 },
      order_lines_list_price_cents_check: { list_price_cents: 249 },
      order_lines_cancelled_quantity_check: [
        { cancelled_quantity: -1 },
        { cancelled_quantity: 11 },
      ],
      order_lines_order_id_fkey: { order_id: UNKNOWN, part_id: part },
      order_lines_part_id_fkey: {},
    },
  },
  order_search: {
    first: { order_id: order, text: 'x' },
    second: { order_id: UNKNOWN },
    violations: { order_search_pkey: ['order_id'] },
  },
  carts: {
    first: { id: cart, user_id: user },
    second: { ...newId(), user_id: UNKNOWN },
    violations: {
      carts_pkey: ['id', 'user_id'],
      carts_user_id_key: ['user_id'],
      carts_user_id_fkey: {},
    },
  },
  cart_lines: {
    first: { cart_id: cart, part_id: part, quantity: 10, position: 1, seen_price_cents: 250 },
    second: { part_id: UNKNOWN },
    violations: {
      cart_lines_pkey: ['part_id'],
      cart_lines_quantity_check: [{ quantity: 0 }, { quantity: 1_000_000_001 }],
      cart_lines_seen_price_cents_check: { seen_price_cents: 0 },
      cart_lines_cart_id_fkey: { cart_id: UNKNOWN, part_id: part },
      cart_lines_part_id_fkey: {},
    },
  },
  part_codes: {
    // A trigger has inserted the SKU.
    second: { kind: 'competitor', brand: 'Sprocketeer', key: 'A1', code: 'A-1' },
    violations: {
      part_codes_pkey: ['kind', 'brand', 'key'],
      part_codes_kind_check: { kind: 'own', brand: '' },
      part_codes_brand_check: { brand: textOf(61) },
      part_codes_competitor_has_brand: [{ brand: '' }, { kind: 'gtin' }],
      part_codes_key_check: [{ key: '' }, { key: textOf(61) }],
      part_codes_code_check: [{ code: '' }, { code: textOf(61) }],
      part_codes_part_id_fkey: { part_id: UNKNOWN },
    },
  },
  own_numbers: {
    first: { user_id: user, key: 'A1', code: 'A-1', part_id: part },
    second: { key: 'A2' },
    violations: {
      own_numbers_pkey: ['key'],
      own_numbers_key_check: [{ key: '' }, { key: textOf(41) }],
      own_numbers_code_check: [{ code: '' }, { code: textOf(41) }],
      own_numbers_user_id_fkey: { user_id: UNKNOWN },
      own_numbers_part_id_fkey: { part_id: UNKNOWN },
    },
  },
  staff_notes: {
    first: { ...newId(), user_id: user, order_id: order, author_id: user, text: 'Pallet' },
    second: newId(),
    violations: {
      staff_notes_pkey: ['id'],
      staff_notes_text_check: [{ text: '' }, { text: textOf(2001) }],
      staff_notes_user_id_fkey: { user_id: UNKNOWN },
      staff_notes_order_id_fkey: { order_id: UNKNOWN },
      staff_notes_author_id_fkey: { author_id: UNKNOWN },
    },
  },
  saved_lists: {
    first: { id: savedList, user_id: user, name: 'Spring' },
    second: newId(),
    violations: {
      saved_lists_pkey: ['id'],
      saved_lists_name_check: [{ name: '' }, { name: textOf(81) }],
      saved_lists_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  saved_list_lines: {
    first: { list_id: savedList, part_id: part, quantity: 10, position: 1 },
    second: { part_id: UNKNOWN },
    violations: {
      saved_list_lines_pkey: ['part_id'],
      saved_list_lines_quantity_check: [{ quantity: 0 }, { quantity: 1_000_000_001 }],
      saved_list_lines_list_id_fkey: { list_id: UNKNOWN, part_id: part },
      saved_list_lines_part_id_fkey: {},
    },
  },
  wheel_builds: {
    first: {
      ...newId(),
      name: 'Front wheel',
      crosses: 3,
      hub_id: part,
      rim_id: part,
      spoke_left_id: part,
      spoke_right_id: part,
      nipple_id: part,
    },
    second: newId(),
    violations: {
      wheel_builds_pkey: ['id'],
      wheel_builds_name_check: [{ name: '' }, { name: textOf(121) }],
      wheel_builds_crosses_check: [{ crosses: -1 }, { crosses: 7 }],
      wheel_builds_hub_id_fkey: { hub_id: UNKNOWN },
      wheel_builds_rim_id_fkey: { rim_id: UNKNOWN },
      wheel_builds_spoke_left_id_fkey: { spoke_left_id: UNKNOWN },
      wheel_builds_spoke_right_id_fkey: { spoke_right_id: UNKNOWN },
      wheel_builds_nipple_id_fkey: { nipple_id: UNKNOWN },
    },
  },
  jobs: {
    first: { id: job, user_id: user, name: 'Winter wheels', kind: 'wheel', times: 10 },
    second: newId(),
    violations: {
      jobs_pkey: ['id'],
      jobs_name_check: [{ name: '' }, { name: textOf(81) }],
      jobs_kind_check: { kind: 'loose' },
      jobs_times_check: [{ times: 0 }, { times: 10_001 }],
      jobs_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  job_lines: {
    first: { job_id: job, part_id: part, quantity: 36, position: 1 },
    second: { part_id: UNKNOWN },
    violations: {
      job_lines_pkey: ['part_id'],
      job_lines_quantity_check: [{ quantity: 0 }, { quantity: 10_001 }],
      job_lines_job_id_fkey: { job_id: UNKNOWN, part_id: part },
      job_lines_part_id_fkey: {},
    },
  },
  bike_profiles: {
    first: { ...newId(), user_id: user, name: 'Gravel bike', entries: '[]' },
    second: newId(),
    violations: {
      bike_profiles_pkey: ['id'],
      bike_profiles_name_check: [{ name: '' }, { name: textOf(81) }],
      bike_profiles_user_id_fkey: { user_id: UNKNOWN },
    },
  },
  cart_merges: {
    first: { user_id: user, visitor_cart_id: UNKNOWN },
    second: { user_id: UNKNOWN },
    violations: { cart_merges_pkey: ['user_id'], cart_merges_user_id_fkey: {} },
  },
  order_events: {
    first: { ...newId(), order_id: order, kind: 'placed' },
    second: newId(),
    violations: {
      order_events_pkey: ['id'],
    },
  },
  stock_movements: {
    first: { ...newId(), part_id: part, kind: 'shipment', pieces: -10, order_id: order },
    second: { ...newId(), kind: 'adjustment', order_id: null },
    violations: {
      stock_movements_pkey: ['id'],
      one_shipment_of_part: ['kind', 'order_id'],
      stock_movements_kind_check: { kind: 'gift' },
      stock_movements_shipment_has_order: [{ order_id: order }, { kind: 'shipment' }],
      stock_movements_shipment_is_negative: { kind: 'shipment', order_id: order, pieces: 0 },
      stock_movements_reason_check: [{ reason: '' }, { reason: textOf(201) }],
      stock_movements_part_id_fkey: { part_id: UNKNOWN },
      stock_movements_order_id_fkey: { kind: 'shipment', order_id: UNKNOWN },
      stock_movements_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  idempotency_keys: {
    first: { user_id: user, key: 'first', body_hash: bytesOf(32), object_id: order },
    second: { key: 'second' },
    violations: {
      idempotency_keys_pkey: ['key'],
      idempotency_keys_key_check: [{ key: '' }, { key: textOf(256) }],
    },
  },
  payment_intents: {
    first: {
      id: 'pi_1',
      order_id: order,
      attempt: 1,
      amount_cents: 2500,
      currency: 'usd',
      state: 'refunded',
      refund_id: 're_1',
    },
    second: { id: 'pi_2', attempt: 2, state: 'cancelled', refund_id: null },
    violations: {
      payment_intents_pkey: ['id'],
      payment_intents_order_id_attempt_key: ['attempt'],
      payment_intents_refund_id_key: ['state', 'refund_id'],
      payment_intents_state_check: { state: 'lost' },
      payment_intents_refunded_has_refund: [{ state: 'refunded' }, { refund_id: 're_2' }],
      payment_intents_attempt_check: { attempt: 0 },
      payment_intents_amount_cents_check: { amount_cents: 0 },
      payment_intents_order_id_fkey: { order_id: UNKNOWN },
    },
  },
  provider_events: {
    first: { id: 'evt_1', type: 'x' },
    violations: { provider_events_pkey: ['id'] },
  },
  photos: {
    first: { id: photo, sha256: bytesOf(32), width: 1, height: 1 },
    second: { ...newId(), sha256: bytesOf(32, '08') },
    violations: {
      photos_pkey: ['id'],
      photos_sha256_key: ['sha256'],
      photos_sha256_check: [{ sha256: bytesOf(31) }, { sha256: bytesOf(33) }],
      photos_width_check: { width: 0 },
      photos_height_check: { height: 0 },
      photos_by_user_fkey: { by_user: UNKNOWN },
    },
  },
  photo_files: {
    first: { photo_id: photo, format: 'avif', width: 1, bytes: bytesOf(1) },
    second: { width: 2 },
    violations: {
      photo_files_pkey: ['width'],
      photo_files_format_check: { format: 'gif' },
      photo_files_width_check: { width: 0 },
      photo_files_photo_id_fkey: { photo_id: UNKNOWN },
    },
  },
  part_imports: {
    first: { id: list, file_name: 'x', state: 'reading' },
    second: { ...newId(), state: 'read' },
    violations: {
      part_imports_pkey: ['id'],
      one_active_import: [{ state: 'reading' }, { state: 'applying' }],
      part_imports_state_check: { state: 'lost' },
      part_imports_by_user_fkey: { by_user: UNKNOWN },
      part_imports_applied_by_fkey: { applied_by: UNKNOWN },
    },
  },
  part_import_chunks: {
    first: { import_id: list, n: 0, bytes: bytesOf(1) },
    second: { n: 1 },
    violations: {
      part_import_chunks_pkey: ['n'],
      part_import_chunks_n_check: { n: -1 },
      part_import_chunks_import_id_fkey: { import_id: UNKNOWN },
    },
  },
  part_import_rows: {
    first: { import_id: list, row: 2, fate: 'add', name: 'x' },
    second: { row: 3 },
    violations: {
      part_import_rows_pkey: ['row'],
      part_import_rows_row_check: { row: 1 },
      part_import_rows_fate_check: { fate: 'lost' },
      part_import_rows_import_id_fkey: { import_id: UNKNOWN },
    },
  },
  invoices: {
    first: { number: 1, order_id: order, kind: 'invoice' },
    second: { number: 2, kind: 'credit_note' },
    violations: {
      invoices_pkey: ['number'],
      invoices_order_id_kind_key: ['kind'],
      invoices_number_check: { number: 0 },
      invoices_kind_check: { kind: 'receipt' },
      invoices_order_id_fkey: { order_id: UNKNOWN },
    },
  },
  invoice_counter: {
    violations: { one_invoice_counter: {}, invoice_counter_last_check: { last: -1 } },
  },
  pending_invoices: {
    violations: {
      pending_invoices_pkey: ['order_id'],
      pending_invoices_kind_check: { kind: 'receipt' },
    },
  },
  sandbox_mark: { first: {}, violations: { one_sandbox_mark: {} } },
}

/** Violations that need a separate statement. */
const statements: Record<string, string> = {
  one_open_intent: `insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
    select 'pi_' || n, '${order}', n, 2500, 'usd', 'open' from generate_series(3, 4) n`,
  one_settled_intent: `insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
    select 'pi_' || n, '${order}', n, 2500, 'usd', 'settled' from generate_series(3, 4) n`,
}

const APPEND_ONLY = [
  'ban_changes',
  'invoices',
  'order_events',
  'part_edits',
  'review_changes',
  'stock_movements',
]

/** For each trigger that writes: a statement that fires it, and a condition that holds only afterwards. */
const writes: Record<string, [statement: string, condition: string]> = {
  users_extend_reservations: [
    `update orders set paid_at = null, transaction_id = null, reserved_until = now() + interval '1 hour',
      reserved_until_if_confirmed = now() + interval '1 day';
    update users set email_verified = true`,
    `exists (select from orders where reserved_until = reserved_until_if_confirmed)`,
  ],
  users_set_admin_since: [
    `update users set role = 'admin'`,
    'exists (select from users where admin_since is not null)',
  ],
  users_record_ban: [
    `update users set banned_at = now(), ban_reason = 'Fraud'`,
    `exists (select from ban_changes where reason = 'Fraud')`,
  ],
  families_renamed: [
    `update families set name = 'Sprockets'`,
    `exists (select from part_words where words @@ 'sprocket')`,
  ],
  parts_added: [
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'Derailleur', 'x', 'x', 250, 10, 100)`,
    `exists (select from part_words where words @@ 'derailleur')`,
  ],
  parts_words_changed: [
    `update parts set description = 'Derailleur'`,
    `exists (select from part_words where words @@ 'derailleur')`,
  ],
  parts_price_changed: [
    'update parts set unit_price_cents = 99_999_999',
    `exists (select from part_words, parts where words @@ ('''+' || price_position(99_999_999) || '''')::tsquery)`,
  ],
  parts_track_new_photo: [
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'Chain', 'x', '/photos/${photo}/1.avif', 250, 10, 100)`,
    'exists (select from photos where unused_since is null)',
  ],
  parts_track_changed_photo: [
    `update parts set img = '/photos/${photo}/1.avif'`,
    'exists (select from photos where unused_since is null)',
  ],
  parts_codes_added: [
    `insert into parts (id, sku, supersedes, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'FH-10110-7', 'FH-10100-0', 'Derailleur', 'x', 'x', 250, 10, 100)`,
    `2 = (select count(*) from part_codes where (kind, key, code) in
      (('sku', 'FH101107', 'FH-10110-7'), ('superseded', 'FH101000', 'FH-10100-0')))`,
  ],
  parts_codes_changed: [
    `update parts set sku = '4006381333931'`,
    `exists (select from part_codes where kind = 'sku' and key = '04006381333931')`,
  ],
  parts_terms: [
    `update parts set unit_price_cents = unit_price_cents + 1`,
    `exists (select from parts where terms_version = 1)`,
  ],
  orders_queue_invoice: [
    `update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now()`,
    `exists (select from pending_invoices where kind = 'credit_note')`,
  ],
  orders_queue_invoice_when_placed: [
    `delete from pending_invoices;
    insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until, paid_at, transaction_id)
      values ('${UNKNOWN}', '${user}', 'x', 'x', 'x', 'x', 2500, now(), now(), 'pi_3')`,
    `exists (select from pending_invoices where order_id = '${UNKNOWN}')`,
  ],
  orders_search_text: [
    `update orders set tracking_number = 'JD01 46'`,
    `exists (select from order_search where text like '%jd0146%')`,
  ],
  invoices_search_text: [
    `insert into invoices (number, order_id, kind) values (4711, '${order}', 'credit_note')`,
    `exists (select from order_search where text like '%fh-004711%')`,
  ],
}

/** Columns without a not-null constraint. */
const nullableColumns: Record<string, string> = {
  accounts:
    'access_token access_token_expires_at id_token password refresh_token ' +
    'refresh_token_expires_at scope',
  ban_changes: 'by_user reason',
  invoices: 'maker',
  order_events: 'by_user',
  order_lines: 'list_price_cents part_hs_code part_sku',
  orders:
    'billed_address billed_phone cancellation_began_at cancelled_at cancelled_by ' +
    'cancelling_lines carrier expiry_warned_at extended_at paid_at refund_began_at refund_began_by refunded_at ' +
    'reserved_until_if_confirmed retry_at shipped_at shipped_by tracking_number ' +
    'transaction_id',
  part_edits: 'by_user',
  part_import_rows: 'applied_at cells part_id refusal sku',
  part_imports: 'applied_at applied_by by_user columns refusal',
  parts:
    'carton_size deleted_at drawing family_code hs_code lead_time_days order_multiple ' +
    'pack_size sku supersedes weight_g',
  passkeys: 'aaguid name transports',
  payment_intents: 'refund_id',
  photos: 'by_user unused_since',
  provider_events: 'intent_id outcome',
  review_changes: 'detail',
  reviews: 'answer answered_at answered_by held_at hidden_at hidden_by hide_reason user_id',
  role_changes: 'by_email by_user',
  sessions: 'ip_address user_agent',
  staff_notes: 'edited_at order_id',
  stock_movements: 'by_user order_id reason',
  two_factors: 'locked_until',
  users:
    'admin_since ban_reason banned_at banned_by deleted_at image sign_in_phone trusted_at ' +
    'trusted_by',
}

const firstRows: Record<string, Values> = {}

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.databaseUrl })
await client.connect()
await client.query('begin')
for (const [table, { first }] of Object.entries(tables)) {
  if (first) await insert(table, first)
  const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t limit 1`)
  firstRows[table] = rows[0].row
}
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Inserts a row, without generated columns. */
async function insert(table: string, row: Values) {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = $1::regclass and attname = any ($2) and attgenerated = ''`,
    [table, Object.keys(row)],
  )
  const columns = rows[0].columns
  await client.query(
    columns
      ? {
          text: `insert into ${table} (${columns})
            select ${columns} from jsonb_populate_record(null::${table}, $1)`,
          values: [JSON.stringify(row)],
        }
      : `insert into ${table} default values`,
  )
}

/** Runs `act` in a savepoint and rolls it back. */
async function inSavepoint<T>(act: () => Promise<T>): Promise<T> {
  await client.query('savepoint attempt')
  return act().finally(() => client.query('rollback to savepoint attempt'))
}

/** Returns the violated constraint, an error message, or 'accepted'. */
const refusalOf = (act: () => Promise<unknown>) =>
  inSavepoint(act).then(
    () => 'accepted',
    ({ constraint, message }) => constraint ?? message,
  )

const secondRow = (table: string, violation: string[] | Values) => {
  const first = firstRows[table] as Values
  const invalidValues = Array.isArray(violation)
    ? Object.fromEntries(violation.map((column) => [column, first[column]]))
    : violation
  return { ...first, ...tables[table]?.second, ...invalidValues }
}

const violations = Object.entries(tables).flatMap(([table, { violations }]) =>
  Object.entries(violations).map(([constraint, values]) => ({
    table,
    constraint,
    attempts: (Array.isArray(values) && typeof values[0] === 'object'
      ? values
      : [values]) as Values[],
  })),
)

test('lists a violation for every constraint and unique index', async () => {
  const { rows } = await client.query(`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union select indexrelid::regclass::text from pg_index join pg_class on oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace`)
  const named = [...violations.map(({ constraint }) => constraint), ...Object.keys(statements)]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

describe('refuses a row that violates', () => {
  test.each(violations)('$constraint', async ({ table, constraint, attempts }) => {
    for (const attempt of attempts) {
      expect(await refusalOf(() => insert(table, secondRow(table, attempt)))).toBe(constraint)
    }
  })

  test.each(Object.entries(statements))('%s', async (constraint, statement) => {
    expect(await refusalOf(() => client.query(statement))).toBe(constraint)
  })
})

test('has a not-null constraint for every column that is not listed as nullable', async () => {
  const { rows } = await client.query(`
    select relname as table, string_agg(attname, ' ' order by attname) as columns
    from pg_attribute join pg_class on oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0
      and not attisdropped and not attnotnull
    group by relname`)
  expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual(
    nullableColumns,
  )
})

test('these tests cover every trigger', async () => {
  const { rows } = await client.query(
    'select tgname as name from pg_trigger where not tgisinternal',
  )
  const named = [...APPEND_ONLY.map((table) => `${table}_append_only`), ...Object.keys(writes)]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test.each(APPEND_ONLY)('%s is append-only', async (table) => {
  const [column] = Object.keys(firstRows[table] as Values)
  for (const statement of [`update ${table} set ${column} = ${column}`, `delete from ${table}`]) {
    expect(await refusalOf(() => client.query(statement))).toBe(`${table} is append-only`)
  }
})

test.each(Object.entries(writes))('fires the trigger %s', async (_, [statement, condition]) => {
  const holds = async () => (await client.query(`select ${condition} as holds`)).rows[0].holds
  await inSavepoint(async () => {
    expect(await holds()).toBe(false)
    await client.query(statement)
    expect(await holds()).toBe(true)
  })
})
