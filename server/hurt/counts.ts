const isFull = process.env.HURT === 'full'

/** How often each thing is done: a little in `npm test`, in `npm run test:hurt` all of it. */
export const counts = {
  racers: isFull ? 500 : 60,
  cancelAgainstPay: isFull ? 200 : 20,
  reportAgainstWebhook: isFull ? 200 : 20,
  shipsAndCancel: isFull ? 500 : 40,
  keyAtOnce: 20,
  tabs: isFull ? 50 : 8,
  changedInMidPayment: isFull ? 50 : 4,
  /** Of the steps of each operation: all, or the ones around its last commit. */
  killAtEachStep: isFull,
  randomKills: isFull ? 100 : 2,
  postgresKills: isFull ? 100 : 3,
  postgresAwayMs: isFull ? 30_000 : 3_000,
  freezes: isFull,
  webhooksAtRandom: isFull ? 100 : 10,
  attacks: isFull ? 20 : 1,
}
