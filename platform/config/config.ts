// Turns environment variables into one validated configuration object, which all other code uses.
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { ConfigError, readSettings } from './env.ts'
import type { Settings } from './variables.ts'

export type AuthMode = 'oidc' | 'forwarded' | 'demo'
export type ProcessRole = 'web' | 'worker'
export const PRODUCT_NAMES = ['provenance', 'graph', 'casework'] as const
export type ProductName = (typeof PRODUCT_NAMES)[number]

export type Config = ReturnType<typeof buildConfig>

/** Reads the environment; the command line flags `--products a,b` and `--roles web` override it. */
export function readConfig(argv: readonly string[] = [], source = process.env): Config {
  return buildConfig(readSettings({ ...source, ...flags(argv) }))
}

export function buildConfig(s: Settings) {
  const production = s.NODE_ENV === 'production'
  const mode: AuthMode = s.APP_AUTH_MODE ?? (production ? 'oidc' : 'demo')
  const problems = findContradictions(s, mode, production)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    production,
    http: {
      host: s.HOST,
      port: s.PORT,
      publicUrl: s.PUBLIC_URL,
      trustedProxies: s.TRUSTED_PROXIES,
      corsOrigins: s.CORS_ORIGINS,
      shutdownMs: s.SHUTDOWN_SECONDS * 1000,
      streamsPerCaller: s.STREAMS_PER_CALLER,
    },
    products: s.PRODUCTS as readonly ProductName[],
    roles: s.ROLES as readonly ProcessRole[],
    dataDir: resolve(s.DATA_DIR),
    database: {
      url: s.DATABASE_URL,
      pool: s.DATABASE_POOL,
      prepare: s.DATABASE_PREPARE,
      statementTimeoutMs: s.DATABASE_STATEMENT_TIMEOUT_MS,
    },
    auth: {
      mode,
      /** Set when an external provider is used. */
      externalIssuer: s.AUTH_ISSUER,
      audience: s.AUTH_AUDIENCE,
      clientId: s.AUTH_CLIENT_ID,
      clientSecret: s.AUTH_CLIENT_SECRET,
      algorithms: s.AUTH_ALGORITHMS,
      claims: {
        tenant: s.AUTH_CLAIM_TENANT,
        customer: s.AUTH_CLAIM_CUSTOMER,
        plan: s.AUTH_CLAIM_PLAN,
        products: s.AUTH_CLAIM_PRODUCTS,
        productPlans: s.AUTH_CLAIM_PRODUCT_PLANS,
        role: s.AUTH_CLAIM_ROLE,
      },
      sessionIdleMs: s.SESSION_IDLE_MINUTES * 60_000,
      sessionMaxMs: s.SESSION_HOURS * 3_600_000,
      forwardedProxies: s.FORWARDED_PROXIES,
      registration: s.REGISTRATION,
      /** Where requests about people are sent; absent if no URL is configured. */
      iam: s.IAM_PROXY_URL && s.IAM_PROXY_TOKEN ? { url: s.IAM_PROXY_URL, token: s.IAM_PROXY_TOKEN } : undefined,
    },
    signup: { termsVersion: s.TERMS_VERSION },
    limits: { free: s.RATE_FREE, pro: s.RATE_PRO, enterprise: s.RATE_ENTERPRISE },
    outside: { allow: s.OUTSIDE_ALLOW },
    demo: { sites: mode === 'demo' && s.DEMO_SITES },
    crawl: {
      agent: s.CRAWL_AGENT,
      aboutUrl: s.CRAWL_ABOUT_URL,
      from: s.CRAWL_FROM,
      delayMs: s.CRAWL_DELAY_MS,
      maxPages: s.CRAWL_MAX_PAGES,
      concurrency: s.CRAWL_CONCURRENCY,
      /** Absent if crawled pages are read without running their scripts. */
      browser: s.CRAWL_BROWSER ? { path: s.CRAWL_BROWSER, sandbox: s.CRAWL_BROWSER_SANDBOX } : undefined,
    },
    /** Absent if extraction uses rules only. */
    extractModel: s.EXTRACT_MODEL_URL
      ? {
          url: s.EXTRACT_MODEL_URL,
          key: s.EXTRACT_MODEL_KEY,
          name: s.EXTRACT_MODEL_NAME,
          calls: s.EXTRACT_MODEL_CALLS,
          tokens: s.EXTRACT_MODEL_BUDGET,
          callsInAll: s.EXTRACT_MODEL_CALLS_IN_ALL,
        }
      : undefined,
    graphSync: {
      url: s.GRAPH_SYNC_URL,
      clientId: s.GRAPH_SYNC_CLIENT_ID,
      clientSecret: s.GRAPH_SYNC_CLIENT_SECRET,
      tokenUrl: s.GRAPH_SYNC_TOKEN_URL,
      scope: s.GRAPH_SYNC_SCOPE,
    },
    emailWebhook: { secret: s.EMAIL_WEBHOOK_SECRET },
    /** Absent if payments are off. */
    payments: s.STRIPE_SECRET_KEY
      ? {
          key: s.STRIPE_SECRET_KEY,
          webhookSecret: s.STRIPE_WEBHOOK_SECRET,
          teamPrice: s.STRIPE_TEAM_PRICE,
          apiUrl: s.STRIPE_API_URL,
          meters: s.STRIPE_METERS,
        }
      : undefined,
    mail: { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    telemetry: {
      endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: s.OTEL_SERVICE_NAME,
      headers: s.OTEL_EXPORTER_OTLP_HEADERS,
    },
    blobs: {
      bucket: s.S3_BUCKET,
      endpoint: s.S3_ENDPOINT,
      forcePathStyle: s.S3_FORCE_PATH_STYLE,
      region: s.AWS_REGION,
      accessKeyId: s.AWS_ACCESS_KEY_ID,
      secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
      sessionToken: s.AWS_SESSION_TOKEN,
    },
    scan: { clamavUrl: s.CLAMAV_URL },
    graph: {
      embeddings: {
        url: s.GRAPH_EMBEDDINGS_URL,
        key: s.GRAPH_EMBEDDINGS_KEY,
        model: s.GRAPH_EMBEDDINGS_MODEL,
        dimension: s.GRAPH_EMBEDDINGS_DIMENSION,
      },
      model: { url: s.GRAPH_MODEL_URL, key: s.GRAPH_MODEL_KEY, name: s.GRAPH_MODEL_NAME },
      sparqlThreads: s.GRAPH_SPARQL_THREADS,
      /** Absent if the embedded engine is used. */
      sparqlServer: s.GRAPH_SPARQL_URL
        ? {
            url: s.GRAPH_SPARQL_URL,
            updateUrl: s.GRAPH_SPARQL_UPDATE_URL,
            user: s.GRAPH_SPARQL_USER,
            password: s.GRAPH_SPARQL_PASSWORD,
          }
        : undefined,
    },
    casework: {
      /** Absent if files are fetched, or if only the files in the packs are read. */
      mirrorDir: s.CASEWORK_MIRROR_DIR && resolve(s.CASEWORK_MIRROR_DIR),
      online: s.CASEWORK_ONLINE,
      shippedLists: s.CASEWORK_SHIPPED_LISTS,
      webhookAllow: s.CASEWORK_WEBHOOK_ALLOW,
      /** Absent if answers are extractive. */
      model: s.LLM_BASE_URL ? { url: s.LLM_BASE_URL, key: s.LLM_API_KEY, name: s.LLM_MODEL } : undefined,
    },
    logLevel: s.LOG_LEVEL,
    metricsToken: s.METRICS_TOKEN,
  }
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** The host of a URL; IPv6 addresses without brackets. */
const nameIn = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

function findContradictions(s: Settings, mode: AuthMode, production: boolean): string[] {
  const problems: string[] = []
  if (mode === 'demo' && production) problems.push('APP_AUTH_MODE=demo is refused with NODE_ENV=production.')
  if (mode === 'demo' && !isLoopback(s.HOST) && !s.DEMO_ALLOW_REMOTE)
    problems.push(`Demo mode listens on loopback only, but HOST is “${s.HOST}”. Set DEMO_ALLOW_REMOTE=1 to allow it.`)
  if (mode === 'demo' && s.PUBLIC_URL && !isLoopback(nameIn(s.PUBLIC_URL)) && !s.DEMO_ALLOW_REMOTE)
    problems.push(
      `Demo mode is for this machine only, but PUBLIC_URL is “${s.PUBLIC_URL}”. Set DEMO_ALLOW_REMOTE=1 to allow it.`,
    )
  if (mode === 'forwarded' && s.FORWARDED_PROXIES.length === 0)
    problems.push('APP_AUTH_MODE=forwarded needs FORWARDED_PROXIES.')
  if (production && s.OUTSIDE_ALLOW.length > 0) problems.push('OUTSIDE_ALLOW is refused with NODE_ENV=production.')
  if (s.AUTH_ISSUER && !s.AUTH_CLIENT_SECRET && mode === 'oidc')
    problems.push('AUTH_ISSUER needs AUTH_CLIENT_SECRET for the workspace client.')
  if (s.SMTP_URL && !/^smtps?:\/\/[^/]/i.test(s.SMTP_URL))
    problems.push('SMTP_URL must begin with smtp:// or smtps:// and name a server.')
  if (Boolean(s.AWS_ACCESS_KEY_ID) !== Boolean(s.AWS_SECRET_ACCESS_KEY))
    problems.push('Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither.')
  if (Boolean(s.IAM_PROXY_URL) !== Boolean(s.IAM_PROXY_TOKEN))
    problems.push('Set both IAM_PROXY_URL and IAM_PROXY_TOKEN, or neither.')
  if (Boolean(s.GRAPH_SYNC_CLIENT_ID) !== Boolean(s.GRAPH_SYNC_CLIENT_SECRET))
    problems.push('Set both GRAPH_SYNC_CLIENT_ID and GRAPH_SYNC_CLIENT_SECRET, or neither.')
  if (!s.GRAPH_SPARQL_URL && (s.GRAPH_SPARQL_UPDATE_URL || s.GRAPH_SPARQL_USER || s.GRAPH_SPARQL_PASSWORD))
    problems.push('GRAPH_SPARQL_UPDATE_URL, GRAPH_SPARQL_USER and GRAPH_SPARQL_PASSWORD need GRAPH_SPARQL_URL.')
  if (Boolean(s.STRIPE_SECRET_KEY) !== Boolean(s.STRIPE_WEBHOOK_SECRET))
    problems.push(
      'Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither: without the webhook no payment is noticed.',
    )
  if (isFolder(s.DATA_DIR) === false) problems.push(`DATA_DIR must be a folder; “${s.DATA_DIR}” is not.`)
  if (s.CASEWORK_MIRROR_DIR && !isFolder(s.CASEWORK_MIRROR_DIR))
    problems.push(`CASEWORK_MIRROR_DIR must be an existing folder; “${s.CASEWORK_MIRROR_DIR}” is not.`)
  for (const product of s.PRODUCTS)
    if (!PRODUCT_NAMES.some((name) => name === product))
      problems.push(`PRODUCTS contains “${product}”, which is not a product.`)
  for (const role of s.ROLES)
    if (role !== 'web' && role !== 'worker') problems.push(`ROLES contains “${role}”; the roles are web and worker.`)
  return problems
}

/** Undefined if the path does not exist. */
const isFolder = (path: string): boolean | undefined =>
  statSync(resolve(path), { throwIfNoEntry: false })?.isDirectory()

export const FLAGS = ['products', 'roles', 'port', 'host', 'data-dir']
const FLAG = new RegExp(`^--(${FLAGS.join('|')})(?:=(.*))?$`)

/** For programs that accept only these flags: a misspelled flag must not be ignored. */
export function refuseOtherFlags(argv: readonly string[]): void {
  const takesNext = (word = ''): boolean => FLAG.test(word) && !word.includes('=')
  const others = argv.filter((word, i) => !FLAG.test(word) && !takesNext(argv[i - 1]))
  const known = FLAGS.map((name) => `--${name}`).join(', ')
  if (others.length > 0) throw new ConfigError(others.map((word) => `“${word}” is not a flag; the flags are ${known}.`))
}

function flags(argv: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  const problems: string[] = []
  argv.forEach((word, i) => {
    const match = FLAG.exec(word)
    if (!match) return
    const [, name = '', joined] = match
    const value = joined ?? argv[i + 1]
    if (!value || (joined === undefined && value.startsWith('--'))) problems.push(`--${name} needs a value.`)
    else found[name.toUpperCase().replace('-', '_')] = value.replaceAll('|', ',')
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return found
}
