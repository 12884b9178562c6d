const TEST = '\\.test\\.tsx?$'
const TESTS = `^(tests|bench|deploy/checks|web/testing)/|${TEST}`
const NEEDS_ZOD = '^contract/.*(calls|-schemas?|schema-fields)\\.ts$'

/** Allowed imports between features of the server. */
export const SERVER_FEATURES = {
  cart: ['catalog'],
  catalog: [],
  discovery: ['preview-images'],
  fitment: ['cart', 'catalog'],
  identity: [],
  invoices: ['identity'],
  'ledger-check': ['payments'],
  notes: [],
  'order-pad': ['catalog', 'identity'],
  orders: ['cart', 'catalog', 'identity', 'notes'],
  overview: [],
  palette: ['catalog', 'identity', 'orders'],
  payments: ['identity', 'orders'],
  'preview-images': [],
  reviews: ['identity'],
  'saved-lists': ['cart', 'catalog'],
  users: ['identity'],
}

/** Allowed imports between features of the pages. */
export const WEB_FEATURES = {
  account: ['identity'],
  cart: ['identity'],
  catalog: ['cart', 'fitment', 'identity', 'reviews'],
  fitment: ['cart', 'identity'],
  home: ['catalog', 'reviews'],
  identity: [],
  'order-pad': ['cart', 'identity', 'saved-lists'],
  notes: [],
  orders: ['account', 'cart', 'catalog', 'identity', 'notes', 'saved-lists'],
  overview: ['identity', 'orders'],
  payments: ['identity', 'orders'],
  reviews: ['identity'],
  'saved-lists': ['cart'],
  'phone-orders': ['cart', 'identity', 'notes', 'order-pad', 'orders', 'users'],
  users: ['identity', 'notes', 'orders', 'reviews'],
}

/** Files that the server's platform may import, besides packages. */
const SERVER_BASE =
  '^server/(node_modules/|platform/|(config|limit-settings|setting-files|shut-down-on-signal)\\.ts$)'

const MAIL_QUEUE = '^server/platform/mail/queue-mail\\.ts$'
const SMS_QUEUE = '^server/platform/sms/queue-sms\\.ts$'

export default {
  forbidden: [
    // Workspaces
    forbid(
      'contract imports nothing but zod',
      { path: '^contract/', pathNot: TEST },
      { path: '.+', pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'drawings import nothing from the repository',
      { path: '^drawings/', pathNot: TEST },
      { path: '^(contract|server|web|dev|tests|bench|scripts)/' },
    ),
    forbid(
      'server imports only contract and drawings from the repository',
      { path: '^server/', pathNot: TEST },
      { path: '^(web|dev|tests|bench|scripts)/' },
    ),
    forbid(
      'web imports only contract from the repository',
      { path: '^web/' },
      { path: '^(server|drawings|dev|tests|bench|scripts)/' },
    ),
    forbid(
      'the sandbox does not import the shop',
      { path: '^dev/sandbox/' },
      { path: '^(contract|server|web|tests|bench|scripts|dev/(?!sandbox/))/' },
    ),
    forbid(
      'only tests import tests',
      { path: '.+', pathNot: TESTS },
      { path: TESTS.replace('|bench', '') },
    ),
    forbid('the pages do not import zod', { path: '^web/' }, { path: '(^|/)node_modules/zod/' }),
    forbid(
      'the pages import only types from the schemas and calls of the contract',
      { path: '^web/', pathNot: TEST },
      { path: NEEDS_ZOD, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'contract files for the pages import only types from zod',
      { path: '^contract/', pathNot: [NEEDS_ZOD, TEST] },
      { path: ['(^|/)node_modules/zod/', NEEDS_ZOD], dependencyTypesNot: ['type-only'] },
    ),
    // Layers of the server: app → features → platform
    forbid(
      'the platform of the server imports only the platform and the settings',
      { path: '^server/platform/', pathNot: TEST },
      { path: '^server/', pathNot: [SERVER_BASE, '^server/package\\.json$'] },
    ),
    forbid(
      'features of the server import features, the platform and the settings',
      { path: '^server/features/', pathNot: TEST },
      { path: '^server/', pathNot: ['^server/features/', SERVER_BASE] },
    ),
    ...forbidUndeclared('server', SERVER_FEATURES),
    forbid(
      'features receive the mail and SMS queues as arguments',
      { path: '^server/features/', pathNot: TEST },
      { path: [MAIL_QUEUE, SMS_QUEUE], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'only orders, payments and identity queue mails',
      { path: '^server/features/(?!orders/|payments/|identity/)', pathNot: TEST },
      { path: MAIL_QUEUE },
    ),
    forbid(
      'only identity queues SMS',
      { path: '^server/features/(?!identity/)', pathNot: TEST },
      { path: SMS_QUEUE },
    ),
    // Layers of the pages: app → features → ui → api
    forbid(
      'the API client imports neither components nor features',
      { path: '^web/api/', pathNot: TEST },
      { path: '^web/(app|features|ui)/' },
    ),
    forbid(
      'components import neither features nor the app',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^web/(app|features)/' },
    ),
    forbid(
      'features of the pages do not import the app',
      { path: '^web/features/', pathNot: TEST },
      { path: '^web/app/' },
    ),
    ...forbidUndeclared('web', WEB_FEATURES),
    // Everywhere
    forbid('no import cycles', {}, { circular: true }),
    forbid('every import resolves', {}, { couldNotResolve: true }),
    forbid(
      'every file is used',
      {
        orphan: true,
        pathNot: [
          TEST,
          '\\.d\\.ts$',
          '\\.config\\.[cm]?ts$',
          '\\.spec\\.ts$',
          '^scripts/[^/]+$',
          '^web/app/head-script\\.ts$',
        ],
      },
      {},
    ),
    forbid(
      'shipped code imports no development dependency',
      {
        path: '^(contract|server|drawings)/',
        pathNot: [
          TEST,
          '^server/platform/pages/development\\.ts$',
          '^drawings/make-font-data\\.ts$',
          '^server/features/preview-images/write-outlines\\.ts$',
        ],
      },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    // Lighthouse is installed next to its script, only for benchmarks.
    exclude: { path: '/dist/|^bench/lighthouse/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
}

/** Creates one rule for each feature: it imports only the declared other features. */
function forbidUndeclared(workspace, features) {
  return Object.entries(features).map(([feature, others]) =>
    forbid(
      `${workspace}/features/${feature} imports only these features: ${[feature, ...others].join(', ')}`,
      { path: `^${workspace}/features/${feature}/`, pathNot: TEST },
      {
        path: `^${workspace}/features/`,
        pathNot: `^${workspace}/features/(${[feature, ...others].join('|')})/`,
      },
    ),
  )
}

function forbid(name, from, to) {
  return { name, severity: 'error', from, to }
}
