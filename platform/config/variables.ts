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
    PORT: integer(8080, 0, 65535, 'Port to listen on; 0 picks a free one.'),
    HOST: text('127.0.0.1', 'Address to listen on.'),
    PUBLIC_URL: origin('Origin that browsers and clients use. Default: made from HOST and PORT.'),
    DATA_DIR: text('./data', 'Folder of the embedded database and of blobs on disk.'),
    PRODUCTS: list(['provenance', 'graph', 'casework'], 'Products this process serves (`--products`).'),
    ROLES: list(['web', 'worker'], 'What this process does: web answers requests, worker runs jobs (`--roles`).'),
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
    SHUTDOWN_SECONDS: integer(10, 1, 300, 'How long requests in flight may take to finish after SIGTERM.'),
    NODE_ENV: choice(
      ['development', 'test', 'production'],
      '`production` forbids demo mode and test-only switches.',
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
      'Connections of this process to PostgreSQL. With 4 or more, reads outside transactions share 2 of them.',
    ),
    DATABASE_PREPARE: flag(
      true,
      'Uses prepared statements for repeated queries. Turn it off with a pooler that does not support them.',
    ),
    DATABASE_STATEMENT_TIMEOUT_MS: integer(15_000, 100, 600_000, 'Time limit for one statement.'),
  },
  Identity: {
    APP_AUTH_MODE: choice(
      ['oidc', 'forwarded', 'demo'],
      'How people sign in. Default: demo outside production, oidc in production.',
    ),
    DEMO_SITES: flag(
      true,
      'Demo mode serves invented vendor sites on loopback, crawls them into the directory, and creates a sample case.',
    ),
    DEMO_ALLOW_REMOTE: flag(false, 'Allows demo mode on a HOST or PUBLIC_URL that is not loopback.'),
    AUTH_ISSUER: issuer(
      'External OpenID Provider, spelled exactly as in its tokens. Without it the embedded provider at /auth is used.',
    ),
    AUTH_AUDIENCE: text('urn:veritrace:api', 'Audience that access tokens must have.'),
    AUTH_CLIENT_ID: text('veritrace-workspace', 'Client ID of the workspace at the provider.'),
    AUTH_CLIENT_SECRET: secret('Secret of that client at an external provider.'),
    AUTH_ALGORITHMS: list(
      ['ES256', 'RS256', 'PS256', 'EdDSA'],
      'Accepted signature algorithms.',
      (name) => ALGORITHMS.includes(name),
      `some of ${ALGORITHMS.join(', ')}`,
    ),
    AUTH_CLAIM_TENANT: text('urn:idp:iam:org:id', 'Claim that names the tenant.'),
    AUTH_CLAIM_CUSTOMER: text('customer_id', 'Claim that names the customer.'),
    AUTH_CLAIM_PLAN: text('plan', 'Claim that names the plan.'),
    AUTH_CLAIM_PRODUCTS: text('products', 'Claim that lists the products.'),
    AUTH_CLAIM_PRODUCT_PLANS: text('product_plans', 'Claim that maps products to plans.'),
    AUTH_CLAIM_ROLE: text('role', 'Claim that names the role in the tenant.'),
    SESSION_IDLE_MINUTES: integer(60, 1, 10_080, 'A workspace session expires after this long without a request.'),
    SESSION_HOURS: integer(12, 1, 720, 'Maximum lifetime of a workspace session.'),
    IAM_PROXY_URL: url(
      'Management URL of an external provider that /app/iam calls, with `{tenant}` for the tenant ID. Without it /app/iam serves the embedded provider only.',
    ),
    IAM_PROXY_TOKEN: secret('Bearer token for that URL.'),
    REGISTRATION: flag(
      true,
      'Lets people sign up at the embedded provider. An account alone does not open a workspace.',
    ),
    TERMS_VERSION: optional(
      'Version of the terms that a sign-up must accept. Without it any version is accepted and recorded.',
    ),
    FORWARDED_PROXIES: list(
      [],
      'Proxies whose identity headers are trusted in forwarded mode.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
  },
  'Plans and limits': {
    RATE_FREE: integer(120, 1, 10_000_000, 'Calls per minute and product on the free plan, and for anonymous callers.'),
    RATE_PRO: integer(1_200, 1, 10_000_000, 'Calls per minute and product on the pro plan.'),
    RATE_ENTERPRISE: integer(12_000, 1, 10_000_000, 'Calls per minute and product on the enterprise plan.'),
    STREAMS_PER_CALLER: integer(100, 1, 1_000_000, 'Live streams that one caller may have open in this process.'),
  },
  'Outside world': {
    SMTP_URL: secret(
      'SMTP server for email, such as smtps://user:password@host. Without it email stays in the outbox.',
    ),
    MAIL_FROM: checked(
      text('Veritrace <no-reply@localhost>', 'Sender of email.'),
      SENDER,
      'an address such as Veritrace <no-reply@example.com>',
    ),
    EMAIL_WEBHOOK_SECRET: secret(
      'Secret (whsec_…) for the email provider’s events at /lifecycle/email/webhook. Without it they are rejected.',
    ),
    OUTSIDE_ALLOW: list(
      [],
      'Private addresses (CIDR) that outgoing requests may reach. Forbidden in production.',
      isAddresses,
      'addresses or CIDR ranges',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('OpenTelemetry collector for traces. Without it tracing is off.'),
    OTEL_SERVICE_NAME: text('veritrace', 'Name of this service in traces.'),
    OTEL_EXPORTER_OTLP_HEADERS: checked(
      secret('Headers for the collector, as key=value pairs separated by commas.'),
      PAIRS,
      'key=value pairs, separated by commas',
    ),
  },
  Payments: {
    STRIPE_SECRET_KEY: secret('Secret key of Stripe. Without it payments are off, and billing says so.'),
    STRIPE_WEBHOOK_SECRET: secret('Secret (whsec_…) for Stripe’s events at /billing/payment/webhook.'),
    STRIPE_TEAM_PRICE: optional('ID of the recurring price of the Team plan, such as price_….'),
    STRIPE_METERS: {
      doc: 'Stripe meters for reported usage, such as `api_calls=calls,crawl_runs=crawls`: our meter, and its event name at Stripe.',
      fallback: {},
      read: readMeters,
    },
    STRIPE_API_URL: url('URL of Stripe’s API if it is reached through a proxy.'),
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
    CRAWL_ABOUT_URL: url('Page about the crawler that its User-Agent links to. Default: /bot of PUBLIC_URL.'),
    CRAWL_FROM: checked(
      optional('Email address of the crawler’s operator, sent as the From header.'),
      ADDRESS,
      'an address such as crawler@example.com',
    ),
    CRAWL_DELAY_MS: integer(
      2_000,
      0,
      600_000,
      'Pause between two requests to one host. 0 turns politeness off, for your own servers.',
    ),
    CRAWL_MAX_PAGES: integer(100, 1, 100_000, 'Maximum number of requests to one host in one crawl of a vendor.'),
    CRAWL_BROWSER: optional(
      'Path of a Chromium that runs the scripts of pages that are empty without them. Without it such pages are reported as unreadable.',
    ),
    CRAWL_BROWSER_SANDBOX: flag(
      true,
      'Whether Chromium uses its own sandbox. Turn it off only if it cannot, as for root or in most containers, and something else isolates the process.',
    ),
    CRAWL_CONCURRENCY: integer(4, 1, 64, 'Sources that one process crawls at once, each on another host.'),
  },
  'Extraction by a model': {
    EXTRACT_MODEL_URL: url(
      'OpenAI-compatible chat API that proposes claims in addition to the rules, such as https://host/v1. Without it only the rules run.',
    ),
    EXTRACT_MODEL_KEY: secret('Bearer key of that API.'),
    EXTRACT_MODEL_NAME: text('gpt-4o-mini', 'Model to request.'),
    EXTRACT_MODEL_CALLS: integer(60, 1, 100_000, 'Calls about one vendor per day (UTC).'),
    EXTRACT_MODEL_BUDGET: integer(
      200_000,
      1_000,
      1_000_000_000,
      'Input and output tokens for one vendor per day (UTC).',
    ),
    EXTRACT_MODEL_CALLS_IN_ALL: integer(2_000, 1, 10_000_000, 'Calls about all vendors per day (UTC).'),
  },
  'Graph sync': {
    GRAPH_SYNC_URL: url(
      'Graph API that receives the evidence of the directory, such as https://host/graph. Default: the graph of this installation.',
    ),
    GRAPH_SYNC_CLIENT_ID: optional(
      'Client that is a member of the tenant `public` at the graph of another installation. Without it a client is created if the embedded provider issues the tokens.',
    ),
    GRAPH_SYNC_CLIENT_SECRET: secret('Secret of that client.'),
    GRAPH_SYNC_TOKEN_URL: url(
      'Token endpoint for that client (client credentials). Default: the endpoint that the issuer advertises.',
    ),
    GRAPH_SYNC_SCOPE: optional('Scope to request, if the issuer requires one.'),
  },
  'Graph models': {
    GRAPH_EMBEDDINGS_URL: url(
      'OpenAI-compatible API that embeds texts, such as https://host/v1. Without it the built-in English model is used.',
    ),
    GRAPH_EMBEDDINGS_KEY: secret('Bearer key of that API.'),
    GRAPH_EMBEDDINGS_MODEL: text('text-embedding-3-small', 'Model to request.'),
    GRAPH_EMBEDDINGS_DIMENSION: integer(1_536, 1, 4_096, 'Dimension of its vectors.'),
    GRAPH_MODEL_URL: url(
      'OpenAI-compatible chat API that phrases the answers of the tutor. Without it they are extractive.',
    ),
    GRAPH_MODEL_KEY: secret('Bearer key of that API.'),
    GRAPH_MODEL_NAME: text('gpt-4o-mini', 'Model to request.'),
  },
  Casework: {
    CASEWORK_MIRROR_DIR: optional(
      'Folder with copies of the files that the packs name, found by file name at any depth.',
    ),
    CASEWORK_SHIPPED_LISTS: flag(
      true,
      'Uses the published lists that ship with the product until newer ones have been fetched.',
    ),
    CASEWORK_ONLINE: flag(false, 'Fetches the files that the packs name from their own URLs, on a schedule.'),
    CASEWORK_WEBHOOK_ALLOW: list([], 'Hosts that plan webhooks may reach although they are not public HTTPS URLs.'),
    LLM_BASE_URL: url(
      'OpenAI-compatible chat API that phrases the answers of casework. Without it they are extractive.',
    ),
    LLM_API_KEY: secret('Bearer key of that API.'),
    LLM_MODEL: text('gpt-4o-mini', 'Model to request.'),
  },
  Blobs: {
    S3_BUCKET: optional('Bucket for blobs. Without it blobs are files in DATA_DIR.'),
    S3_ENDPOINT: url('URL of an S3 service other than AWS.'),
    S3_FORCE_PATH_STYLE: flag(false, 'Puts the bucket in the path instead of the host name.'),
    AWS_REGION: text('us-east-1', 'Region of the bucket.'),
    AWS_ACCESS_KEY_ID: secret('Access key. Without it the SDK uses its default credential chain.'),
    AWS_SECRET_ACCESS_KEY: secret('Secret of the access key.'),
    AWS_SESSION_TOKEN: secret('Session token of a temporary access key.'),
    CLAMAV_URL: {
      ...url('ClamAV daemon that scans uploaded evidence, such as tcp://host:3310. Without it nothing is scanned.'),
      read: (v: string) => {
        if (!/^tcp:\/\/[^/]+$/.test(v) || !URL.canParse(v)) throw new Error('must be tcp://host:port')
        return v
      },
    },
  },
  'Graph engine': {
    GRAPH_SPARQL_URL: url('SPARQL 1.1 server that answers queries. Without it the embedded engine does.'),
    GRAPH_SPARQL_UPDATE_URL: url('Update endpoint of that server, if it differs.'),
    GRAPH_SPARQL_USER: optional('User at that server (Basic, or Digest if the server requires it).'),
    GRAPH_SPARQL_PASSWORD: secret('Password of that user.'),
    GRAPH_SPARQL_THREADS: integer(
      2,
      1,
      64,
      'Threads of the embedded engine. Each serves some workspaces and may need 2 GB for them. If all are busy for long, up to as many more threads are started.',
    ),
  },
  Operation: {
    LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'Lowest level that is logged.', 'info'),
    METRICS_TOKEN: secret('Bearer token for /metrics. Without it /metrics answers loopback only.'),
  },
} as const

type AllVariables = UnionToIntersection<(typeof GROUPS)[keyof typeof GROUPS]>
type UnionToIntersection<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never
export type Settings = { [K in keyof AllVariables]: AllVariables[K] extends Variable<infer T> ? T : never }
export type Variables = Record<string, Variable<unknown>>

export const VARIABLES: Variables = Object.assign({}, ...Object.values(GROUPS))
