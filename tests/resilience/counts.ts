/** True in `npm run test:resilience`. `npm test` runs a small part. */
export const isFull = process.env.RESILIENCE === 'full'

/** Repetitions and durations: small in `npm test`, full in `npm run test:resilience`. */
export const counts = {
  cancelDuringPayment: isFull ? 200 : 4,
  reportDuringWebhook: isFull ? 200 : 4,
  tabs: isFull ? 50 : 2,
  changedDuringPayment: isFull ? 50 : 2,
  /** Whether to inject a fault at every step of an operation, or only before and after its last commit. */
  everyStep: isFull,
  randomKills: 100,
  postgresKills: 100,
  customers: isFull ? 6 : 3,
  /** Small, but large enough for PostgreSQL's WAL. */
  diskMb: isFull ? 1536 : 512,
  /** Number of odd bodies, and of batches of 100 that are sent at once. */
  bodies: 1000,
  bodyBatches: 20,
  /** Seconds in which a request must arrive. */
  requestTimeoutSeconds: 15,
  /** Customers of the overload test, duration of the throughput measurement, and duration of the overload. */
  overloadCustomers: 400,
  calibrationMs: 5_000,
  overloadMs: 20_000,
  /** How long the database stays frozen after the shop has detected it. */
  frozenMs: isFull ? 30_000 : 0,
  postgresOutageMs: 30_000,
  webhookOrders: isFull ? 100 : 2,
  closedBrowsers: isFull ? 50 : 2,
  /** Whether the provider is slower than the shop's timeout. */
  slowProvider: isFull,
  /** Whether scheduled jobs run at the intervals of a real shop. */
  realIntervals: isFull,
}
