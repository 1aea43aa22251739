import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig, refuseOtherFlags } from './config.ts'
import { ConfigError } from './env.ts'
import { VARIABLES } from './variables.ts'

type Env = Record<string, string>
const problemsOf = (env: Env, argv: readonly string[] = []): readonly string[] => {
  try {
    readConfig(argv, env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('with nothing set the server runs in demo mode on loopback, with all products and both roles', () => {
  const config = readConfig([], {})
  assert.deepEqual(
    [config.production, config.auth.mode, config.http.host, config.http.port],
    [false, 'demo', '127.0.0.1', 8080],
  )
  assert.deepEqual(config.products, ['provenance', 'graph', 'casework'])
  assert.deepEqual(config.roles, ['web', 'worker'])
  assert.deepEqual([config.database.url, config.database.prepare, config.outside.allow], [undefined, true, []])
  assert.match(config.dataDir, /^\/.*\/data$/)
})

test('an empty variable counts as unset', () => {
  assert.deepEqual(readConfig([], { PORT: '', CORS_ORIGINS: '', AUTH_ISSUER: '' }), readConfig([], {}))
})

test('in production the default sign-in is OpenID Connect', () => {
  assert.equal(readConfig([], { NODE_ENV: 'production' }).auth.mode, 'oidc')
})

const DEMO_IN_PRODUCTION = 'APP_AUTH_MODE=demo is refused with NODE_ENV=production.'
const ISSUER = 'https://id.example.com'
const CONTRADICTIONS: [string, Env, string[]][] = [
  ['demo mode in production', { NODE_ENV: 'production', APP_AUTH_MODE: 'demo' }, [DEMO_IN_PRODUCTION]],
  [
    'demo mode in production, regardless of DEMO_ALLOW_REMOTE',
    { NODE_ENV: 'production', APP_AUTH_MODE: 'demo', DEMO_ALLOW_REMOTE: '1', HOST: '0.0.0.0' },
    [DEMO_IN_PRODUCTION],
  ],
  [
    'demo mode on an address that others can reach',
    { HOST: '0.0.0.0' },
    ['Demo mode listens on loopback only, but HOST is “0.0.0.0”. Set DEMO_ALLOW_REMOTE=1 to allow it.'],
  ],
  [
    'a host that only looks like loopback',
    { HOST: '127.0.0.1.example.com' },
    ['Demo mode listens on loopback only, but HOST is “127.0.0.1.example.com”. Set DEMO_ALLOW_REMOTE=1 to allow it.'],
  ],
  [
    'demo mode at a public URL',
    { PUBLIC_URL: 'https://demo.example' },
    [
      'Demo mode is for this machine only, but PUBLIC_URL is “https://demo.example”. Set DEMO_ALLOW_REMOTE=1 to allow it.',
    ],
  ],
  [
    'forwarded mode without proxies',
    { APP_AUTH_MODE: 'forwarded' },
    ['APP_AUTH_MODE=forwarded needs FORWARDED_PROXIES.'],
  ],
  [
    'private addresses allowed in production',
    { NODE_ENV: 'production', OUTSIDE_ALLOW: '10.0.0.0/8' },
    ['OUTSIDE_ALLOW is refused with NODE_ENV=production.'],
  ],
  [
    'an invalid mail server',
    { SMTP_URL: 'ftp://mail.example.com' },
    ['SMTP_URL must begin with smtp:// or smtps:// and name a server.'],
  ],
  ['an unknown product', { PRODUCTS: 'graph,grpah' }, ['PRODUCTS contains “grpah”, which is not a product.']],
  ['an unknown role', { ROLES: 'web,cron' }, ['ROLES contains “cron”; the roles are web and worker.']],
  [
    'an external provider without our client secret',
    { APP_AUTH_MODE: 'oidc', AUTH_ISSUER: ISSUER },
    ['AUTH_ISSUER needs AUTH_CLIENT_SECRET for the workspace client.'],
  ],
  [
    'an access key without its secret, for which the SDK would silently use another one',
    { AWS_ACCESS_KEY_ID: 'AKIA' },
    ['Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither.'],
  ],
  [
    'payments without the webhook that reports them',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    ['Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither: without the webhook no payment is noticed.'],
  ],
  [
    'a mirror folder that does not exist',
    { CASEWORK_MIRROR_DIR: '/nowhere/at/all' },
    ['CASEWORK_MIRROR_DIR must be an existing folder; “/nowhere/at/all” is not.'],
  ],
  [
    'a graph sync client without its secret',
    { GRAPH_SYNC_CLIENT_ID: 'directory' },
    ['Set both GRAPH_SYNC_CLIENT_ID and GRAPH_SYNC_CLIENT_SECRET, or neither.'],
  ],
]
for (const [what, env, problems] of CONTRADICTIONS)
  test(`${what}: the server does not start, and says why`, () => {
    assert.deepEqual(problemsOf(env), problems)
  })

const FINE: [string, Env][] = [
  ['demo mode on a public address, allowed explicitly', { HOST: '0.0.0.0', DEMO_ALLOW_REMOTE: '1' }],
  ['demo mode at a public URL, allowed explicitly', { PUBLIC_URL: 'https://demo.example', DEMO_ALLOW_REMOTE: '1' }],
  ['demo mode at a loopback address', { PUBLIC_URL: 'http://[::1]:8080' }],
  ['a public URL with sign-in', { PUBLIC_URL: 'https://demo.example', NODE_ENV: 'production' }],
  ['an environment by its name', { NODE_ENV: 'test' }],
  ['demo mode on any name of this machine', { HOST: 'localhost' }],
  ['demo mode on IPv6 loopback', { HOST: '::1' }],
  ['a public address with OpenID Connect', { HOST: '0.0.0.0', APP_AUTH_MODE: 'oidc' }],
  ['forwarded mode with its proxies', { APP_AUTH_MODE: 'forwarded', FORWARDED_PROXIES: '10.0.0.1' }],
  ['private addresses allowed in a test', { OUTSIDE_ALLOW: '127.0.0.0/8' }],
  ['one port of an address allowed in a test', { OUTSIDE_ALLOW: '127.0.0.1:8090, ::1' }],
  ['a database on a socket', { DATABASE_URL: 'postgresql:///veritrace?host=/var/run/postgresql' }],
  ['proxies as a named range', { TRUSTED_PROXIES: 'loopback, fd00::/8' }],
  ['a sender with a name in quotes', { MAIL_FROM: '"Veritrace, Inc." <no-reply@mail.example.com>' }],
  ['a sender without a name', { MAIL_FROM: 'no-reply@localhost' }],
  ['collector headers', { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b==, x-tenant=1' }],
  ['production on loopback without a proxy', { NODE_ENV: 'production' }],
  ['CORS for two origins', { CORS_ORIGINS: 'https://app.example.com, http://localhost:5173' }],
  ['an external provider with a secret', { NODE_ENV: 'production', AUTH_ISSUER: ISSUER, AUTH_CLIENT_SECRET: 's' }],
]
for (const [what, env] of FINE)
  test(`${what}: the server starts`, () => {
    assert.deepEqual(problemsOf(env), [])
  })

test('an issuer is used verbatim; any other URL loses its trailing slash', () => {
  const { auth, http } = readConfig([], {
    AUTH_ISSUER: 'https://id.example.com/',
    AUTH_CLIENT_SECRET: 's',
    PUBLIC_URL: 'https://app.example.com/',
    DEMO_ALLOW_REMOTE: '1',
  })
  assert.deepEqual([auth.externalIssuer, http.publicUrl], ['https://id.example.com/', 'https://app.example.com'])
})

test('all problems are reported at once, each with its variable and the expected value', () => {
  const problems = problemsOf({ PORT: '80a', RATE_FREE: '0', DATABASE_PREPARE: 'perhaps', APP_AUTH_MODE: 'none' })
  assert.deepEqual(problems, [
    'PORT must be a whole number from 0 to 65535; “80a” is not.',
    'DATABASE_PREPARE must be true or false; “perhaps” is not.',
    'APP_AUTH_MODE must be one of oidc, forwarded, demo; “none” is not.',
    'RATE_FREE must be a whole number from 1 to 10000000; “0” is not.',
  ])
  const contradictions = problemsOf({ NODE_ENV: 'production', APP_AUTH_MODE: 'demo', PRODUCTS: 'a,b', ROLES: 'c' })
  assert.equal(contradictions.length, 4)
  assert.throws(() => readConfig([], { PORT: 'x', RATE_PRO: 'y' }), {
    name: 'ConfigError',
    message: /^The configuration is invalid:\n {2}- PORT .*\n {2}- RATE_PRO /,
  })
})

const GARBAGE: [Env, string][] = [
  ...[
    'localhost:8080',
    'ftp://a.example',
    'https://a.example?a=1',
    'https://a.example/path',
    'https://a.example/#x',
    'https://me:secret@a.example',
  ].map((text): [Env, string] => [
    { PUBLIC_URL: text },
    `PUBLIC_URL must be an origin such as https://app.example.com; “${text}” is not.`,
  ]),
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production; “prod” is not.'],
  ...['TRUSTED_PROXIES', 'FORWARDED_PROXIES', 'OUTSIDE_ALLOW'].flatMap((name) =>
    ['garbage', '10.0.0.0/40', '10.0.0.1,garbage'].map((text): [Env, string] => [
      { [name]: text },
      `${name} must be addresses or CIDR ranges, separated by commas; “${text}” is not.`,
    ]),
  ),
  ...['garbage', 'https://a.example/', 'https://a.example/path', '*'].map((text): [Env, string] => [
    { CORS_ORIGINS: text },
    `CORS_ORIGINS must be origins such as https://app.example.com, separated by commas; “${text}” is not.`,
  ]),
  ...['garbage', 'Veritrace', 'a@b.example, c@d.example', 'Veritrace <a@b.example', 'a b@c.example'].map(
    (text): [Env, string] => [
      { MAIL_FROM: text },
      `MAIL_FROM must be an address such as Veritrace <no-reply@example.com>; “${text}” is not.`,
    ],
  ),
  [{ CRAWL_FROM: 'ada' }, 'CRAWL_FROM must be an address such as crawler@example.com; “ada” is not.'],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'a-key-alone' },
    'OTEL_EXPORTER_OTLP_HEADERS must be key=value pairs, separated by commas; its value is not.',
  ],
  [{ PRODUCTS: ',' }, 'PRODUCTS must be a list, separated by commas; “,” is not.'],
  [{ DATABASE_URL: 'garbage' }, 'DATABASE_URL must be a URL with postgres://; its value is not.'],
  [{ DATA_DIR: import.meta.filename }, `DATA_DIR must be a folder; “${import.meta.filename}” is not.`],
]
for (const [env, problem] of GARBAGE)
  test(`${Object.entries(env).flat().join('=')}: the server does not start, and names the variable`, () => {
    assert.deepEqual(problemsOf(env), [problem])
  })

test('symmetric and unsigned algorithms are rejected', () => {
  for (const text of ['HS256', 'none', 'ES256,HS256'])
    assert.match(problemsOf({ AUTH_ALGORITHMS: text }).join(), /^AUTH_ALGORITHMS must be some of ES256, .* is not\.$/)
})

test('an unknown flag is an error', () => {
  refuseOtherFlags(['--products', 'graph', '--port=0', '--data-dir', './data'])
  for (const [words, named] of [
    [
      ['--product', 'graph'],
      ['--product', 'graph'],
    ],
    [['--port=0', 'more'], ['more']],
  ] as const)
    assert.throws(
      () => refuseOtherFlags(words),
      ({ problems }: ConfigError) => {
        const known = 'the flags are --products, --roles, --port, --host, --data-dir.'
        assert.deepEqual(
          problems,
          named.map((word) => `“${word}” is not a flag; ${known}`),
        )
        return true
      },
    )
})

test('a flag without a value is an error', () => {
  const table: [string[], string][] = [
    [['--roles'], '--roles'],
    [['--port', '--roles', 'web'], '--port'],
    [['--host='], '--host'],
    [['--port', '0', '--products', ''], '--products'],
  ]
  for (const [words, name] of table) assert.deepEqual(problemsOf({}, words), [`${name} needs a value.`])
})

test('error messages never contain the value of a secret', () => {
  const secrets = Object.entries(VARIABLES).filter(([, variable]) => variable.secret)
  assert.ok(secrets.length >= 6)
  const env: Env = Object.fromEntries(secrets.map(([name]) => [name, 'hunter2']))
  const shown = problemsOf({ ...env, PORT: 'x' }).join('\n')
  assert.match(shown, /PORT/)
  assert.doesNotMatch(shown, /hunter2/)
})

test('variables with passwords or tokens are marked as secrets', () => {
  const marked = Object.keys(VARIABLES).filter((name) => VARIABLES[name]?.secret)
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'AUTH_CLIENT_SECRET', 'METRICS_TOKEN', 'AWS_SECRET_ACCESS_KEY'])
    assert.ok(marked.includes(name), name)
  const telling = Object.keys(VARIABLES).filter((name) => /SECRET|TOKEN(?!_URL)|PASSWORD|_KEY/.test(name))
  assert.deepEqual(
    telling.filter((name) => !marked.includes(name)),
    [],
  )
})

test('command line flags override the environment, with = or without', () => {
  const env = { PRODUCTS: 'casework', ROLES: 'worker', PORT: '1', HOST: '127.0.0.2', DATA_DIR: '/nowhere' }
  const spaced = readConfig(['--products', 'graph,provenance', '--roles', 'web', '--port', '4000'], env)
  assert.deepEqual([spaced.products, spaced.roles, spaced.http.port], [['graph', 'provenance'], ['web'], 4000])
  assert.deepEqual([spaced.http.host, spaced.dataDir], ['127.0.0.2', '/nowhere'])
  const joined = readConfig(['--products=graph', '--port=4001', '--host=::1', '--data-dir=/srv/data'], env)
  assert.deepEqual([joined.products, joined.http.port, joined.http.host], [['graph'], 4001, '::1'])
  assert.equal(joined.dataDir, '/srv/data')
})

test('a flag is validated like its variable', () => {
  assert.deepEqual(problemsOf({}, ['--port', 'many']), ['PORT must be a whole number from 0 to 65535; “many” is not.'])
  assert.deepEqual(problemsOf({}, ['--products=none']), ['PRODUCTS contains “none”, which is not a product.'])
})

test('every variable has a description', () => {
  const silent = Object.keys(VARIABLES).filter((name) => !/^\S.{10,}\.$/.test(VARIABLES[name]!.doc))
  assert.deepEqual(silent, [])
})
