// Every variable the server reads, with its meaning. docs/configuration.md is generated from this table.
import {
  ADDRESS,
  ALGORITHMS,
  checked,
  choice,
  flag,
  integer,
  isAddresses,
  isOrigin,
  isProxies,
  issuer,
  list,
  optional,
  origin,
  PAIRS,
  SENDER,
  secret,
  text,
  url,
  type Variable,
} from './kinds.ts'

function readMeters(v: string): Partial<Record<'api_calls' | 'crawl_runs', string>> {
  const pairs = v.split(',').map((pair) => pair.trim().split('='))
  if (pairs.some(([key, name, ...more]) => !/^(api_calls|crawl_runs)$/.test(key!) || !name || more.length > 0))
    throw new Error('must be pairs of api_calls or crawl_runs and a name')
  return Object.fromEntries(pairs)
}

export const GROUPS = {
  Server: {
    PORT: integer(8080, 0, 65535, 'Port to listen on; 0 takes a free one.'),
    HOST: text('127.0.0.1', 'Address to listen on.'),
    PUBLIC_URL: origin('Origin that browsers and clients use; made from HOST and PORT where it is not given.'),
    DATA_DIR: text('./data', 'Folder of the embedded database and of blobs on disk.'),
    PRODUCTS: list(['provenance', 'graph', 'casework'], 'Products this process serves (`--products`).'),
    ROLES: list(['web', 'worker'], 'What this process does: web answers requests, worker does jobs (`--roles`).'),
    TRUSTED_PROXIES: list(
      [],
      'Addresses or CIDR ranges of reverse proxies whose X-Forwarded-* headers count.',
      isProxies,
      'addresses or CIDR ranges',
    ),
    CORS_ORIGINS: list(
      [],
      'Origins whose pages may call the APIs with bearer tokens.',
      isOrigin,
      'origins such as https://app.example.com',
    ),
    SHUTDOWN_SECONDS: integer(10, 1, 300, 'How long requests in flight may take to finish after SIGTERM.'),
    NODE_ENV: choice(
      ['development', 'test', 'production'],
      '`production` refuses demo mode and test-only switches.',
      'development',
    ),
  },
  Database: {
    DATABASE_URL: {
      ...secret('PostgreSQL 15 or newer. Without it an embedded PostgreSQL (PGlite) runs in DATA_DIR.'),
      read: (v: string) => {
        if (!/^postgres(ql)?:\/\//i.test(v) || !URL.canParse(v)) throw new Error('must be a URL with postgres://')
        return v
      },
    },
    DATABASE_POOL: integer(
      10,
      2,
      200,
      'Connections of this process to PostgreSQL; from four on, reads outside transactions share two of them.',
    ),
    DATABASE_PREPARE: flag(
      true,
      'Prepares statements that come again; switch it off behind a pooler that cannot keep them.',
    ),
    DATABASE_STATEMENT_TIMEOUT_MS: integer(15_000, 100, 600_000, 'Longest time of one statement.'),
  },
  Identity: {
    APP_AUTH_MODE: choice(
      ['oidc', 'forwarded', 'demo'],
      'How people sign in. Default: demo outside production, oidc in production.',
    ),
    DEMO_SITES: flag(
      true,
      'Demo mode serves invented vendor sites on loopback and reads them into the directory, and makes a sample case.',
    ),
    DEMO_ALLOW_REMOTE: flag(false, 'Lets demo mode listen on an address, or have a PUBLIC_URL, that is not loopback.'),
    AUTH_ISSUER: issuer(
      'External OpenID Provider, spelled as its tokens spell it. Without it the embedded one at /auth is used.',
    ),
    AUTH_AUDIENCE: text('urn:veritrace:api', 'Audience that access tokens must have.'),
    AUTH_CLIENT_ID: text('veritrace-workspace', 'Client of the workspace at the provider.'),
    AUTH_CLIENT_SECRET: secret('Secret of that client at an external provider.'),
    AUTH_ALGORITHMS: list(
      ['ES256', 'RS256', 'PS256', 'EdDSA'],
      'Signature algorithms that are accepted.',
      (name) => ALGORITHMS.includes(name),
      `some of ${ALGORITHMS.join(', ')}`,
    ),
    AUTH_CLAIM_TENANT: text('urn:idp:iam:org:id', 'Claim that names the tenant.'),
    AUTH_CLAIM_CUSTOMER: text('customer_id', 'Claim that names the customer.'),
    AUTH_CLAIM_PLAN: text('plan', 'Claim that names the plan.'),
    AUTH_CLAIM_PRODUCTS: text('products', 'Claim that lists the products.'),
    AUTH_CLAIM_PRODUCT_PLANS: text('product_plans', 'Claim that maps products to plans.'),
    AUTH_CLAIM_ROLE: text('role', 'Claim that names the role in the tenant.'),
    SESSION_IDLE_MINUTES: integer(60, 1, 10_080, 'A workspace session ends after this long without a call.'),
    SESSION_HOURS: integer(12, 1, 720, 'A workspace session ends after this long in any case.'),
    IAM_PROXY_URL: url(
      'Management address of an external provider that /app/iam asks, with `{tenant}` for the id of the tenant. Without it /app/iam answers with the embedded provider only.',
    ),
    IAM_PROXY_TOKEN: secret('Bearer token for that address.'),
    REGISTRATION: flag(
      true,
      'People can make an account at the embedded provider by themselves; an account alone opens no workspace.',
    ),
    TERMS_VERSION: optional('Version of the terms that a sign-up must accept; without it any version is written down.'),
    FORWARDED_PROXIES: list(
      [],
      'Proxies whose identity headers count in mode forwarded.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
  },
  'Plans and limits': {
    RATE_FREE: integer(
      120,
      1,
      10_000_000,
      'Calls a minute for each product, plan free, and for callers without a token.',
    ),
    RATE_PRO: integer(1_200, 1, 10_000_000, 'The same, plan pro.'),
    RATE_ENTERPRISE: integer(12_000, 1, 10_000_000, 'The same, plan enterprise.'),
    STREAMS_PER_CALLER: integer(100, 1, 1_000_000, 'Live streams that one caller may have open at this process.'),
  },
  'Outside world': {
    SMTP_URL: secret(
      'SMTP server for e-mail, such as smtps://user:password@host. Without it mail stays in the outbox.',
    ),
    MAIL_FROM: checked(
      text('Veritrace <no-reply@localhost>', 'Sender of e-mail.'),
      SENDER,
      'an address such as Veritrace <no-reply@example.com>',
    ),
    EMAIL_WEBHOOK_SECRET: secret(
      'Secret (whsec_…) of the e-mail provider’s events at /lifecycle/email/webhook. Without it they are refused.',
    ),
    OUTSIDE_ALLOW: list(
      [],
      'Private addresses (CIDR) that outgoing requests may reach; refused in production.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('OpenTelemetry collector for traces. Off without it.'),
    OTEL_SERVICE_NAME: text('veritrace', 'Name of this service in traces.'),
    OTEL_EXPORTER_OTLP_HEADERS: checked(
      secret('Headers for the collector, as key=value pairs separated by commas.'),
      PAIRS,
      'key=value pairs, separated by commas',
    ),
  },
  Payments: {
    STRIPE_SECRET_KEY: secret('Secret key of Stripe. Without it nobody can pay, and billing says so.'),
    STRIPE_WEBHOOK_SECRET: secret('Secret (whsec_…) of Stripe’s events at /billing/payment/webhook.'),
    STRIPE_TEAM_PRICE: optional('Id of the recurring price of the Team plan, such as price_….'),
    STRIPE_METERS: {
      doc: 'Meters of Stripe that usage is reported to, such as `api_calls=calls,crawl_runs=crawls`: ours, and the name of its events there.',
      fallback: {},
      read: readMeters,
    },
    STRIPE_API_URL: url('Address of Stripe’s API where it is reached by a proxy.'),
  },
  Crawler: {
    CRAWL_AGENT: {
      ...text('VeritraceBot', 'Product token of the crawler: its name in robots.txt and in the User-Agent header.'),
      read: (v: string) => {
        // RFC 9309 §2.2.1.
        if (!/^[A-Za-z_-]+$/.test(v)) throw new Error('must be letters, hyphens and underscores only')
        return v
      },
    },
    CRAWL_ABOUT_URL: url('Page about the crawler that its User-Agent names; /bot of PUBLIC_URL where it is not given.'),
    CRAWL_FROM: checked(
      optional('E-mail address of whoever runs the crawler, sent as the From header.'),
      ADDRESS,
      'an address such as crawler@example.com',
    ),
    CRAWL_DELAY_MS: integer(
      2_000,
      0,
      600_000,
      'Pause between two requests to one host; 0 turns politeness off, for servers of your own.',
    ),
    CRAWL_MAX_PAGES: integer(100, 1, 100_000, 'Requests to one host in one crawl of a vendor.'),
    CRAWL_BROWSER: optional(
      'Path of a Chromium that runs the scripts of pages which are empty without them. Without it such pages are not read, and say so.',
    ),
    CRAWL_BROWSER_SANDBOX: flag(
      true,
      'Whether Chromium shuts its pages in by itself. Off only if it cannot, as for root or in most containers, and something else shuts the process in.',
    ),
    CRAWL_CONCURRENCY: integer(4, 1, 64, 'Sources that one process crawls at once, each at another host.'),
  },
  'Extraction by a model': {
    EXTRACT_MODEL_URL: url(
      'OpenAI-compatible chat API that proposes claims beside the rules, such as https://host/v1. Without it the rules read alone.',
    ),
    EXTRACT_MODEL_KEY: secret('Bearer key of that API.'),
    EXTRACT_MODEL_NAME: text('gpt-4o-mini', 'Model to ask it for.'),
    EXTRACT_MODEL_CALLS: integer(60, 1, 100_000, 'Calls to it about one vendor in one day (UTC).'),
    EXTRACT_MODEL_BUDGET: integer(200_000, 1_000, 1_000_000_000, 'Tokens of one vendor in one day, in and out.'),
    EXTRACT_MODEL_CALLS_IN_ALL: integer(2_000, 1, 10_000_000, 'Calls about all vendors in one day.'),
  },
  'Graph sync': {
    GRAPH_SYNC_URL: url(
      'Graph API that the evidence of the directory is told to, such as https://host/graph. Without it the graph of this installation.',
    ),
    GRAPH_SYNC_CLIENT_ID: optional(
      'Client that is a member of the tenant `public` at the graph of another installation. Without it one is made, where the embedded provider gives the tokens.',
    ),
    GRAPH_SYNC_CLIENT_SECRET: secret('Secret of that client.'),
    GRAPH_SYNC_TOKEN_URL: url('Where it gets its tokens (client credentials). Without it the issuer is asked.'),
    GRAPH_SYNC_SCOPE: optional('Scope to ask for, where the issuer wants one.'),
  },
  'Graph models': {
    GRAPH_EMBEDDINGS_URL: url(
      'OpenAI-compatible API that embeds texts, such as https://host/v1. Without it the built-in English model does.',
    ),
    GRAPH_EMBEDDINGS_KEY: secret('Bearer key of that API.'),
    GRAPH_EMBEDDINGS_MODEL: text('text-embedding-3-small', 'Model to ask it for.'),
    GRAPH_EMBEDDINGS_DIMENSION: integer(1_536, 1, 4_096, 'How many numbers its vectors have.'),
    GRAPH_MODEL_URL: url('OpenAI-compatible chat API that words answers of the tutor. Without it they are extractive.'),
    GRAPH_MODEL_KEY: secret('Bearer key of that API.'),
    GRAPH_MODEL_NAME: text('gpt-4o-mini', 'Model to ask it for.'),
  },
  Casework: {
    CASEWORK_MIRROR_DIR: optional(
      'Folder with copies of the files that the packs name, found by their names in it and below.',
    ),
    CASEWORK_SHIPPED_LISTS: flag(
      true,
      'Reads the published lists that ship with the product, until newer ones are there.',
    ),
    CASEWORK_ONLINE: flag(false, 'Fetches the files that the packs name from their own addresses, on a schedule.'),
    CASEWORK_WEBHOOK_ALLOW: list(
      [],
      'Hosts that plan webhooks may reach although they are not public https addresses.',
    ),
    LLM_BASE_URL: url('OpenAI-compatible chat API that words answers of casework. Without it they are extractive.'),
    LLM_API_KEY: secret('Bearer key of that API.'),
    LLM_MODEL: text('gpt-4o-mini', 'Model to ask it for.'),
  },
  Blobs: {
    S3_BUCKET: optional('Bucket for blobs. Without it blobs are files in DATA_DIR.'),
    S3_ENDPOINT: url('Address of an S3 service that is not AWS.'),
    S3_FORCE_PATH_STYLE: flag(false, 'Bucket in the path instead of the host name.'),
    AWS_REGION: text('us-east-1', 'Region of the bucket.'),
    AWS_ACCESS_KEY_ID: secret('Access key; without it the SDK looks in its usual places.'),
    AWS_SECRET_ACCESS_KEY: secret('Secret of the access key.'),
    AWS_SESSION_TOKEN: secret('Goes with an access key that was given for some time.'),
    CLAMAV_URL: {
      ...url('ClamAV daemon that looks into uploaded evidence, such as tcp://host:3310. Without it none is scanned.'),
      read: (v: string) => {
        if (!/^tcp:\/\/[^/]+$/.test(v) || !URL.canParse(v)) throw new Error('must be tcp://host:port')
        return v
      },
    },
  },
  'Graph engine': {
    GRAPH_SPARQL_URL: url('SPARQL 1.1 server that answers queries. Without it the embedded engine does.'),
    GRAPH_SPARQL_UPDATE_URL: url('Where that server takes updates, if elsewhere.'),
    GRAPH_SPARQL_USER: optional('User at that server (Basic, or Digest where it asks for it).'),
    GRAPH_SPARQL_PASSWORD: secret('Password of that user.'),
    GRAPH_SPARQL_THREADS: integer(
      2,
      1,
      64,
      'Threads of the embedded engine. Each holds some workspaces, for which it may take 2 GB; while all are taken for long, as many more help out.',
    ),
  },
  Operation: {
    LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'What is logged.', 'info'),
    METRICS_TOKEN: secret('Bearer token that /metrics asks for. Without it /metrics answers loopback only.'),
  },
} as const

type AllVariables = UnionToIntersection<(typeof GROUPS)[keyof typeof GROUPS]>
type UnionToIntersection<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never
export type Settings = { [K in keyof AllVariables]: AllVariables[K] extends Variable<infer T> ? T : never }
export type Variables = Record<string, Variable<unknown>>

export const VARIABLES: Variables = Object.assign({}, ...Object.values(GROUPS))
