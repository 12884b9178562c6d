import type { Call } from '../call.ts'
import * as overview from './overview-schemas.ts'

/** The calls about dashboard. */
export const dashboardCalls = {
  readOverview: {
    method: 'GET',
    path: '/api/overview',
    access: 'admin',
    about: 'overview',
    summary:
      'Key figures of the last days: revenue, orders by state, pieces by family, low stock, oldest paid orders, stock reserved by unpaid orders.',
    querystring: overview.overviewQuery,
    answer: overview.overview,
    refusals: ['input_invalid'],
  },
  readMyOverview: {
    method: 'GET',
    path: '/api/my-overview',
    access: 'user',
    about: 'overview',
    summary: 'Ones own open orders, and what one spent over so many days.',
    querystring: overview.overviewQuery,
    answer: overview.myOverview,
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
