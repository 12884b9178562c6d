import { runLighthouse } from './measure-pages.ts'
import { printPages } from './print-results.ts'
import { withSampleShop } from './with-sample-shop.ts'

/** `npm run bench -- pages`: measures six pages of a shop with sample data with Lighthouse. */
const chromium = process.env.CHROMIUM_PATH
if (!chromium) throw new Error('Chromium was not found: set CHROMIUM_PATH.')
await withSampleShop(async ({ url }) => printPages(await runLighthouse(chromium, url)))
