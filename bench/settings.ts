/** Settings of a shop that calls no provider. Mails wait in the outbox. */
export function settings(databaseUrl: string, port: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    AUTH_SECRET: 'a secret for the bench alone, of enough length',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    SMTP_URL: 'smtp://127.0.0.1:9',
    UNPAID_ORDERS_MAX: '100000',
    LOG_LEVEL: 'error',
    // A second shop of the same run would find the port taken.
    METRICS_PORT: '',
  }
}
