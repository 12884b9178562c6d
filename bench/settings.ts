/** Settings of a shop without providers. Mails stay in the outbox. */
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
    // Metrics are off, because two shops of one run would use the same port.
    METRICS_PORT: '',
  }
}
