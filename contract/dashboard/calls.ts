import type { Call } from '../call.ts'
import * as overview from './overview-schemas.ts'

export const dashboardCalls = {
  readOverview: {
    method: 'GET',
    path: '/api/overview',
    access: 'admin',
    tag: 'overview',
    summary:
      'Returns key figures of a number of days: revenue, orders by state, pieces by family, low stock, oldest unshipped orders, and stock reserved by unpaid orders.',
    querystring: overview.overviewQuery,
    response: overview.overview,
    refusals: ['input_invalid'],
  },
  readMyOverview: {
    method: 'GET',
    path: '/api/my-overview',
    access: 'user',
    tag: 'overview',
    summary: 'Returns the caller’s open orders and their spending over a number of days.',
    querystring: overview.overviewQuery,
    response: overview.myOverview,
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
