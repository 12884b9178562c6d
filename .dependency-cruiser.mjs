const TEST = '\\.test\\.tsx?$'
const TESTS = `^(tests|bench|web/testing)/|${TEST}`
const NEEDS_ZOD = '^contract/.*(calls|-schemas?|schema-fields)\\.ts$'

/** The other features of the server whose operations a feature calls. */
const SERVER_FEATURES = {
  catalog: ['identity'],
  dashboard: ['identity'],
  discovery: ['preview-images'],
  identity: [],
  invoices: ['identity'],
  'ledger-check': ['payments'],
  orders: ['catalog', 'identity'],
  palette: ['catalog', 'identity', 'orders'],
  payments: ['identity', 'orders'],
  'preview-images': [],
  reviews: ['identity'],
  users: ['identity'],
}

/** The other features of the pages whose components and queries a feature uses. */
const WEB_FEATURES = {
  account: ['identity', 'users'],
  catalog: ['identity', 'reviews'],
  dashboard: ['catalog', 'identity', 'orders'],
  home: ['catalog', 'reviews'],
  identity: [],
  orders: ['account', 'catalog', 'identity', 'payments'],
  payments: ['catalog', 'identity', 'orders'],
  reviews: ['identity'],
  users: ['catalog', 'identity', 'orders', 'reviews'],
}

/** What the platform of the server knows beside itself. */
const SERVER_BASE = '^server/(platform/|(config|limits|setting-files|end-when-asked)\\.ts$)'

const MAIL_QUEUE = '^server/platform/mail/queue-mail\\.ts$'
const SMS_QUEUE = '^server/platform/sms/queue-text\\.ts$'

export default {
  forbidden: [
    // Workspaces
    forbid(
      'contract imports nothing but zod',
      { path: '^contract/', pathNot: TEST },
      { path: '.+', pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'drawings import nothing of the repository',
      { path: '^drawings/', pathNot: TEST },
      { path: '^(contract|server|web|dev|tests|bench|scripts)/' },
    ),
    forbid(
      'server imports of the repository only contract and drawings',
      { path: '^server/', pathNot: TEST },
      { path: '^(web|dev|tests|bench|scripts)/' },
    ),
    forbid(
      'web imports of the repository only contract',
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
    forbid('zod stays out of the pages', { path: '^web/' }, { path: '(^|/)node_modules/zod/' }),
    forbid(
      'the schemas and calls of the contract stay out of the pages, types apart',
      { path: '^web/', pathNot: TEST },
      { path: NEEDS_ZOD, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'what the pages import of the contract imports only types of zod',
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
    ...declared('server', SERVER_FEATURES),
    forbid(
      'the queues of mails and SMS are passed in to features',
      { path: '^server/features/', pathNot: TEST },
      { path: [MAIL_QUEUE, SMS_QUEUE], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'orders, payments and identity queue mails',
      { path: '^server/features/(?!orders/|payments/|identity/)', pathNot: TEST },
      { path: MAIL_QUEUE },
    ),
    forbid(
      'identity queues SMS',
      { path: '^server/features/(?!identity/)', pathNot: TEST },
      { path: SMS_QUEUE },
    ),
    // Layers of the pages: app → features → ui → api
    forbid(
      'calls to the server know neither components nor features',
      { path: '^web/api/', pathNot: TEST },
      { path: '^web/(app|features|ui)/' },
    ),
    forbid(
      'components know neither features nor the app',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^web/(app|features)/' },
    ),
    forbid(
      'features of the pages do not know the app',
      { path: '^web/features/', pathNot: TEST },
      { path: '^web/app/' },
    ),
    ...declared('web', WEB_FEATURES),
    // Everywhere
    forbid('no circles', {}, { circular: true }),
    forbid('every import leads somewhere', {}, { couldNotResolve: true }),
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
      'what ships imports no development dependency',
      {
        path: '^(contract|server|drawings)/',
        pathNot: [
          TEST,
          '^server/platform/pages/development\\.ts$',
          '^drawings/make-lettering\\.ts$',
          '^server/features/preview-images/make-outlines\\.ts$',
        ],
      },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    // Lighthouse is installed beside its script, where the bench is run.
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

/** A rule for each feature: of the others, it imports only those that are declared. */
function declared(workspace, features) {
  return Object.entries(features).map(([feature, others]) =>
    forbid(
      `${workspace}/features/${feature} imports of the features only ${[feature, ...others].join(', ')}`,
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
