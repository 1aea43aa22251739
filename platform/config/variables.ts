// Every environment variable of the server with its meaning. docs/configuration.md is generated from this table.
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
    PORT: integer(8080, 0, 65535, 'Port to listen on; 0 picks a free port.'),
    HOST: text('127.0.0.1', 'Address to listen on.'),
    PUBLIC_URL: origin('Origin for browsers and clients. Default: built from HOST and PORT.'),
    DATA_DIR: text('./data', 'Folder of the embedded database and of stored files.'),
    PRODUCTS: list(['provenance', 'graph', 'casework'], 'Products served by this process (`--products`).'),
    ROLES: list(['web', 'worker'], 'Roles of this process: web serves requests, worker runs jobs (`--roles`).'),
    TRUSTED_PROXIES: list(
      [],
      'Addresses or CIDR ranges of reverse proxies whose X-Forwarded-* headers are trusted.',
      isProxies,
      'addresses or CIDR ranges',
    ),
    CORS_ORIGINS: list(
      [],
      'Origins whose pages may call the APIs with bearer tokens.',
      isOrigin,
      'origins such as https://app.example.com',
    ),
    SHUTDOWN_SECONDS: integer(10, 1, 300, 'Time for open requests to finish after SIGTERM.'),
    NODE_ENV: choice(
      ['development', 'test', 'production'],
      '`production` refuses demo mode and test-only switches.',
      'development',
    ),
  },
  Database: {
    DATABASE_URL: {
      ...secret('PostgreSQL 15 or newer. If unset, an embedded PostgreSQL (PGlite) runs in DATA_DIR.'),
      read: (v: string) => {
        if (!/^postgres(ql)?:\/\//i.test(v) || !URL.canParse(v)) throw new Error('must be a URL with postgres://')
        return v
      },
    },
    DATABASE_POOL: integer(
      10,
      2,
      200,
      'Connections of this process to PostgreSQL. From 4 on, reads outside transactions share 2 of them.',
    ),
    DATABASE_PREPARE: flag(
      true,
      'Prepares repeated statements. Turn it off for a connection pooler that does not support prepared statements.',
    ),
    DATABASE_STATEMENT_TIMEOUT_MS: integer(15_000, 100, 600_000, 'Time limit of a statement.'),
  },
  Identity: {
    APP_AUTH_MODE: choice(
      ['oidc', 'forwarded', 'demo'],
      'How people sign in. Default: demo outside production, oidc in production.',
    ),
    DEMO_SITES: flag(
      true,
      'In demo mode, serves invented vendor sites on loopback, crawls them into the directory, and creates a sample case.',
    ),
    DEMO_ALLOW_REMOTE: flag(false, 'Allows demo mode with a HOST or PUBLIC_URL that is not loopback.'),
    AUTH_ISSUER: issuer(
      'External OpenID Provider, spelled exactly as in its tokens. If unset, the embedded provider at /auth is used.',
    ),
    AUTH_AUDIENCE: text('urn:veritrace:api', 'Required audience of access tokens.'),
    AUTH_CLIENT_ID: text('veritrace-workspace', 'Client ID of the workspace at the provider.'),
    AUTH_CLIENT_SECRET: secret('Secret of that client at an external provider.'),
    AUTH_ALGORITHMS: list(
      ['ES256', 'RS256', 'PS256', 'EdDSA'],
      'Accepted signature algorithms.',
      (name) => ALGORITHMS.includes(name),
      `some of ${ALGORITHMS.join(', ')}`,
    ),
    AUTH_CLAIM_TENANT: text('urn:idp:iam:org:id', 'Claim with the tenant.'),
    AUTH_CLAIM_CUSTOMER: text('customer_id', 'Claim with the customer.'),
    AUTH_CLAIM_PLAN: text('plan', 'Claim with the plan.'),
    AUTH_CLAIM_PRODUCTS: text('products', 'Claim with the list of products.'),
    AUTH_CLAIM_PRODUCT_PLANS: text('product_plans', 'Claim with a map from products to plans.'),
    AUTH_CLAIM_ROLE: text('role', 'Claim with the role in the tenant.'),
    SESSION_IDLE_MINUTES: integer(60, 1, 10_080, 'A workspace session ends after this time without a request.'),
    SESSION_HOURS: integer(12, 1, 720, 'A workspace session always ends after this time.'),
    IAM_PROXY_URL: url(
      'Management API of an external provider for /app/iam, with `{tenant}` as placeholder for the tenant id. If unset, /app/iam works only with the embedded provider.',
    ),
    IAM_PROXY_TOKEN: secret('Bearer token for that API.'),
    REGISTRATION: flag(
      true,
      'Allows people to create an account at the embedded provider. An account alone gives no access to a workspace.',
    ),
    TERMS_VERSION: optional(
      'Terms version that a sign-up must accept. If unset, any version is accepted and recorded.',
    ),
    FORWARDED_PROXIES: list(
      [],
      'Proxies whose identity headers are trusted in forwarded mode.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
  },
  'Plans and limits': {
    RATE_FREE: integer(
      120,
      1,
      10_000_000,
      'Calls per minute and product in the free plan, and for callers without a token.',
    ),
    RATE_PRO: integer(1_200, 1, 10_000_000, 'Calls per minute and product in the pro plan.'),
    RATE_ENTERPRISE: integer(12_000, 1, 10_000_000, 'Calls per minute and product in the enterprise plan.'),
    STREAMS_PER_CALLER: integer(100, 1, 1_000_000, 'Limit of open live streams per caller and process.'),
  },
  'External services': {
    SMTP_URL: secret('SMTP server for email, such as smtps://user:password@host. If unset, email stays in the outbox.'),
    MAIL_FROM: checked(
      text('Veritrace <no-reply@localhost>', 'Sender of email.'),
      SENDER,
      'an address such as Veritrace <no-reply@example.com>',
    ),
    EMAIL_WEBHOOK_SECRET: secret(
      'Secret (whsec_…) for events of the email provider at /lifecycle/email/webhook. If unset, they are refused.',
    ),
    OUTSIDE_ALLOW: list(
      [],
      'Private addresses (CIDR) that outgoing requests may reach. Refused in production.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('OpenTelemetry collector for traces. If unset, tracing is off.'),
    OTEL_SERVICE_NAME: text('veritrace', 'Name of this service in traces.'),
    OTEL_EXPORTER_OTLP_HEADERS: checked(
      secret('Headers for the collector as comma-separated key=value pairs.'),
      PAIRS,
      'key=value pairs, separated by commas',
    ),
  },
  Payments: {
    STRIPE_SECRET_KEY: secret('Secret key of Stripe. If unset, customers cannot pay, and billing says so.'),
    STRIPE_WEBHOOK_SECRET: secret('Secret (whsec_…) for Stripe events at /billing/payment/webhook.'),
    STRIPE_TEAM_PRICE: optional('Id of the recurring price of the Team plan, such as price_….'),
    STRIPE_METERS: {
      doc: 'Our meters and the names of their events in Stripe, such as `api_calls=calls,crawl_runs=crawls`. Usage of these meters is reported to Stripe.',
      fallback: {},
      read: readMeters,
    },
    STRIPE_API_URL: url('Address of the Stripe API behind a proxy.'),
  },
  Crawler: {
    CRAWL_AGENT: {
      ...text('VeritraceBot', 'Product token of the crawler in robots.txt and in the User-Agent header.'),
      read: (v: string) => {
        // RFC 9309 §2.2.1.
        if (!/^[A-Za-z_-]+$/.test(v)) throw new Error('may contain only a-z, A-Z, hyphens and underscores')
        return v
      },
    },
    CRAWL_ABOUT_URL: url('Page about the crawler, named in its User-Agent. Default: /bot of PUBLIC_URL.'),
    CRAWL_FROM: checked(
      optional('Email address of the operator of the crawler, sent in the From header.'),
      ADDRESS,
      'an address such as crawler@example.com',
    ),
    CRAWL_DELAY_MS: integer(
      2_000,
      0,
      600_000,
      'Pause between two requests to a host. 0 disables all politeness rules; use it only for your own servers.',
    ),
    CRAWL_MAX_PAGES: integer(100, 1, 100_000, 'Limit of requests to a host during one crawl of a vendor.'),
    CRAWL_BROWSER: optional(
      'Path of a Chromium for pages that are empty without scripts. If unset, these pages are not read, and their status says so.',
    ),
    CRAWL_BROWSER_SANDBOX: flag(
      true,
      'Uses the sandbox of Chromium. Turn it off only if the sandbox cannot start, as for root or in most containers, and something else isolates the process.',
    ),
    CRAWL_CONCURRENCY: integer(4, 1, 64, 'Sources that a process crawls in parallel, each on another host.'),
  },
  'Extraction model': {
    EXTRACT_MODEL_URL: url(
      'OpenAI-compatible chat API that proposes additional claims, such as https://host/v1. If unset, only the rules extract claims.',
    ),
    EXTRACT_MODEL_KEY: secret('Bearer key of that API.'),
    EXTRACT_MODEL_NAME: text('gpt-4o-mini', 'Name of the model.'),
    EXTRACT_MODEL_CALLS: integer(60, 1, 100_000, 'Limit of calls per vendor and day (UTC).'),
    EXTRACT_MODEL_BUDGET: integer(
      200_000,
      1_000,
      1_000_000_000,
      'Limit of tokens per vendor and day (input and output).',
    ),
    EXTRACT_MODEL_CALLS_IN_ALL: integer(2_000, 1, 10_000_000, 'Limit of calls per day for all vendors.'),
  },
  'Graph sync': {
    GRAPH_SYNC_URL: url(
      'Graph API that receives the evidence of the directory, such as https://host/graph. Default: the graph of this installation.',
    ),
    GRAPH_SYNC_CLIENT_ID: optional(
      'Client that is a member of the tenant `public` at the graph of another installation. If unset, a client is created at the embedded provider, if that is in use.',
    ),
    GRAPH_SYNC_CLIENT_SECRET: secret('Secret of that client.'),
    GRAPH_SYNC_TOKEN_URL: url('Token endpoint for that client (client credentials). Default: the one of the issuer.'),
    GRAPH_SYNC_SCOPE: optional('Scope to request, if the issuer requires one.'),
  },
  'Graph models': {
    GRAPH_EMBEDDINGS_URL: url(
      'OpenAI-compatible API for text embeddings, such as https://host/v1. If unset, the built-in English model is used.',
    ),
    GRAPH_EMBEDDINGS_KEY: secret('Bearer key of that API.'),
    GRAPH_EMBEDDINGS_MODEL: text('text-embedding-3-small', 'Name of the model.'),
    GRAPH_EMBEDDINGS_DIMENSION: integer(1_536, 1, 4_096, 'Dimension of its vectors.'),
    GRAPH_MODEL_URL: url(
      'OpenAI-compatible chat API that phrases answers of the tutor. If unset, answers are extractive.',
    ),
    GRAPH_MODEL_KEY: secret('Bearer key of that API.'),
    GRAPH_MODEL_NAME: text('gpt-4o-mini', 'Name of the model.'),
  },
  Casework: {
    CASEWORK_MIRROR_DIR: optional(
      'Folder with copies of the files named by the packs. Files are found by name, also in subfolders.',
    ),
    CASEWORK_SHIPPED_LISTS: flag(true, 'Loads the lists shipped with the product until newer ones are available.'),
    CASEWORK_ONLINE: flag(false, 'Fetches the files named by the packs from their original addresses on a schedule.'),
    CASEWORK_WEBHOOK_ALLOW: list(
      [],
      'Hosts that plan webhooks may reach even though they are not public https addresses.',
    ),
    LLM_BASE_URL: url('OpenAI-compatible chat API that phrases answers of casework. If unset, answers are extractive.'),
    LLM_API_KEY: secret('Bearer key of that API.'),
    LLM_MODEL: text('gpt-4o-mini', 'Name of the model.'),
  },
  'File storage': {
    S3_BUCKET: optional('Bucket for files. If unset, files are stored in DATA_DIR.'),
    S3_ENDPOINT: url('Address of an S3 service other than AWS.'),
    S3_FORCE_PATH_STYLE: flag(false, 'Puts the bucket in the path instead of the host name.'),
    AWS_REGION: text('us-east-1', 'Region of the bucket.'),
    AWS_ACCESS_KEY_ID: secret('Access key. If unset, the AWS SDK looks for credentials in its default places.'),
    AWS_SECRET_ACCESS_KEY: secret('Secret of the access key.'),
    AWS_SESSION_TOKEN: secret('Session token of a temporary access key.'),
    CLAMAV_URL: {
      ...url('ClamAV daemon that scans uploaded evidence, such as tcp://host:3310. If unset, files are not scanned.'),
      read: (v: string) => {
        if (!/^tcp:\/\/[^/]+$/.test(v) || !URL.canParse(v)) throw new Error('must be tcp://host:port')
        return v
      },
    },
  },
  'Graph engine': {
    GRAPH_SPARQL_URL: url('SPARQL 1.1 server for queries. If unset, the embedded engine is used.'),
    GRAPH_SPARQL_UPDATE_URL: url('Update endpoint of that server, if different.'),
    GRAPH_SPARQL_USER: optional('User at that server (Basic, or Digest if it requests that).'),
    GRAPH_SPARQL_PASSWORD: secret('Password of that user.'),
    GRAPH_SPARQL_THREADS: integer(
      2,
      1,
      64,
      'Threads of the embedded engine. Each holds several workspaces and may use 2 GB for them. If all are busy for a long time, up to the same number of extra threads help out.',
    ),
  },
  Operation: {
    LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'Lowest level to log.', 'info'),
    METRICS_TOKEN: secret('Bearer token for /metrics. If unset, /metrics works only over loopback.'),
  },
} as const

type AllVariables = UnionToIntersection<(typeof GROUPS)[keyof typeof GROUPS]>
type UnionToIntersection<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never
export type Settings = { [K in keyof AllVariables]: AllVariables[K] extends Variable<infer T> ? T : never }
export type Variables = Record<string, Variable<unknown>>

export const VARIABLES: Variables = Object.assign({}, ...Object.values(GROUPS))
