/** An address at which no server listens, so that connections are refused immediately. */
const UNREACHABLE = '127.0.0.1:1'

/** Settings of a shop whose providers are unreachable. */
export const testSettings = {
  AUTH_SECRET: 'a-secret-of-the-tests-and-of-nothing-else',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_URL: `http://${UNREACHABLE}`,
  SMTP_URL: `smtp://${UNREACHABLE}`,
  LOG_LEVEL: 'error',
  // High limits, so that a slow test machine does not trigger load shedding.
  REQUESTS_MAX: '100000',
  DATABASE_WAITING_MAX: '100000',
  EVENT_LOOP_LAG_MS: '60000',
  LARGE_BODIES_MAX: '10000',
  STRIPE_CALLS_MAX: '10000',
  // Long timeouts, because the sandbox shares the test machine.
  STRIPE_SECONDS: '60',
  DOCUMENT_SECONDS: '60',
  PREVIEW_IMAGE_SECONDS: '60',
  // High limits for new customers, which most tests do not cover.
  NEW_CUSTOMER_UNPAID_VALUE_MAX: '999999999',
  NEW_CUSTOMER_STOCK_SHARE_PERCENT: '100',
  SIGN_UPS_PER_NETWORK_MAX: '1000000',
}

/** Settings that restore the default limits of orders, which `testSettings` raises. */
export const defaultOrderLimits = {
  NEW_CUSTOMER_UNPAID_VALUE_MAX: '',
  NEW_CUSTOMER_STOCK_SHARE_PERCENT: '',
}
