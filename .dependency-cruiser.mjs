const TEST = '\\.test\\.tsx?$'
const TESTING =
  '^(server/(testing|hurt|fuzz)/|(scripts|web)/testing/|e2e/|bench/|.*\\.test\\.tsx?$)'

/** Whatever a feature of the server stands on. */
const FOUNDATION = [
  'config\\.ts$',
  'csv/',
  'database/',
  'http/',
  'identity/(guards|rate-limits)\\.ts$',
  'metrics/metrics\\.ts$',
]

/** What each folder of the server may import besides itself; app, main and the like import all. */
const SERVER = {
  database: ['config\\.ts$'],
  http: ['config\\.ts$', 'logging/seldom\\.ts$', 'metrics/metrics\\.ts$'],
  drawings: [],
  mail: ['config\\.ts$', 'database/', 'identity/rate-limits\\.ts$', 'metrics/metrics\\.ts$'],
  texts: ['config\\.ts$', 'database/', 'metrics/metrics\\.ts$'],
  load: ['http/', 'limits\\.ts$'],
  metrics: [
    'config\\.ts$',
    'database/',
    'http/',
    'load/',
    'overview/read-reserved\\.ts$',
    'package\\.json$',
    'serve\\.ts$',
  ],
  logging: ['config\\.ts$', 'http/'],
  tracing: ['config\\.ts$', 'database/', 'http/', 'payments/provider\\.ts$'],
  workers: ['(app|config|end-when-asked|serve|tidy-early)\\.ts$', 'logging/', 'metrics/'],
  backup: ['books/', 'database/'],
  children: ['logging/'],
  pages: ['config\\.ts$', 'http/'],
  identity: ['config\\.ts$', 'database/', 'http/', 'metrics/metrics\\.ts$'],
  users: [...FOUNDATION, 'identity/'],
  reviews: FOUNDATION,
  parts: [...FOUNDATION, 'drawings/'],
  csv: [],
  imports: [...FOUNDATION, 'parts/'],
  photos: [...FOUNDATION, 'children/', 'pictures/sharp\\.ts$'],
  orders: [...FOUNDATION, 'parts/'],
  payments: [...FOUNDATION, 'orders/'],
  invoices: [...FOUNDATION, 'children/', 'drawings/'],
  overview: FOUNDATION,
  palette: [...FOUNDATION, 'orders/', 'parts/'],
}

/** Handed over by app.ts: its users know the type alone. */
const MAIL_QUEUE = '^server/mail/queue-mail\\.ts$'
const TEXT_QUEUE = '^server/texts/queue-text\\.ts$'

/** The links in mails that open accounts: identity makes them. */
const ACCOUNT_LINKS = '^server/mail/account-letter\\.ts$'

const betweenFeatures = Object.entries(SERVER).map(([folder, allowed]) =>
  forbid(
    `server/${folder} imports of the server only ${[folder, ...allowed].join(', ')}`,
    { path: `^server/${folder}/`, pathNot: TEST },
    {
      path: '^server/',
      pathNot: [`^server/(${folder}/|${allowed.join('|')})`, MAIL_QUEUE, TEXT_QUEUE, ACCOUNT_LINKS],
    },
  ),
)

export default {
  forbidden: [
    forbid(
      'web imports of the repository only contract',
      { path: '^web/' },
      { path: '^(server|sandbox|e2e|bench|scripts)/' },
    ),
    forbid('zod stays out of the pages', { path: '^web/' }, { path: '(^|/)node_modules/zod/' }),
    forbid(
      'the wire schemas, which are of zod, stay out of the pages',
      { path: '^web/', pathNot: TEST },
      { path: '^contract/(wire/|(staff-)?calls\\.ts)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'what the pages use of contract knows of zod only the types',
      { path: '^contract/', pathNot: ['^contract/(wire/|(staff-)?calls\\.ts)', TEST] },
      {
        path: ['(^|/)node_modules/zod/', '^contract/(wire/|(staff-)?calls\\.ts)'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'contract imports nothing but zod',
      { path: '^contract/', pathNot: TEST },
      { path: '.+', pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'server imports of the repository only contract',
      { path: '^server/', pathNot: TESTING },
      { path: '^(web|sandbox|e2e|bench|scripts)/' },
    ),
    forbid(
      'sandbox knows nothing of the shop',
      { path: '^sandbox/' },
      { path: '^(contract|server|web|e2e|bench|scripts)/' },
    ),
    forbid(
      'nobody imports sandbox, tests apart',
      { path: '.+', pathNot: ['^sandbox/', TESTING] },
      { path: '^sandbox/' },
    ),
    ...betweenFeatures,
    forbid(
      'orders, payments and identity are handed the mail queue',
      { path: '^server/(orders|payments|identity)/', pathNot: TEST },
      { path: [MAIL_QUEUE, TEXT_QUEUE, ACCOUNT_LINKS], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'mails are queued by orders, payments and identity',
      { path: '^server/(?!orders/|payments/|identity/|mail/)[^/]+/', pathNot: TESTING },
      { path: MAIL_QUEUE },
    ),
    forbid(
      'texts are queued, and links of mails made, by identity',
      { path: '^server/(?!identity/|mail/|texts/)[^/]+/', pathNot: TESTING },
      { path: [TEXT_QUEUE, ACCOUNT_LINKS] },
    ),
    forbid(
      'what is not a test imports nothing of the tests',
      { path: '.+', pathNot: TESTING },
      { path: ['^server/(testing|hurt|fuzz)/', '^(scripts|web)/testing/', '^e2e/', TEST] },
    ),
    forbid(
      'no circles, types apart',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
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
          '^web/shell/head-script\\.ts$',
        ],
      },
      {},
    ),
    forbid(
      'what ships imports nothing that is only there for development',
      {
        path: '^(contract|server)/',
        pathNot: [
          TESTING,
          '^server/(pages/development|drawings/make-lettering|pictures/make-outlines)\\.ts$',
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

function forbid(name, from, to) {
  return { name, severity: 'error', from, to }
}
