/** The `Origin` that the shop's own pages send. */
export const origin = `http://localhost:${process.env.E2E_PORT}`
