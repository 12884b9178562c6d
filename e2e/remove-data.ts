import { rm } from 'node:fs/promises'

/** Removes the shop's data of this run, once the shop has ended. */
export default async function removeData() {
  if (process.env.E2E_DATA_DIR) {
    await rm(process.env.E2E_DATA_DIR, { recursive: true, force: true, maxRetries: 5 })
  }
}
