/** Port 1 is nobody's: what is set to it is away, and says so at once. */
const AWAY = '127.0.0.1:1'

/** Settings of a shop to which the outside world is away. */
export const testSettings = {
  AUTH_SECRET: 'a-secret-of-the-tests-and-of-nothing-else',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_URL: `http://${AWAY}`,
  SMTP_URL: `smtp://${AWAY}`,
  LOG_LEVEL: 'error',
  // A busy machine is no reason to turn anybody away, where that is not what is tested.
  REQUESTS_MAX: '100000',
  DATABASE_WAITING_MAX: '100000',
  EVENT_LOOP_LAG_MS: '60000',
  LARGE_BODIES_MAX: '10000',
  STRIPE_CALLS_MAX: '10000',
  PAPER_SECONDS: '60',
  PICTURE_SECONDS: '60',
  // Limits of new customers, where they are not what is tested.
  NEW_CUSTOMER_UNPAID_VALUE_MAX: '999999999',
  NEW_CUSTOMER_STOCK_SHARE_PERCENT: '100',
  SIGN_UPS_PER_NETWORK_MAX: '1000000',
}
