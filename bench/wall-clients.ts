// Two ways to send the tenant to PostgreSQL in the same round trip as the query, over connections like those of shared
// reads.
import type { CompiledQuery } from 'kysely'
import pg from 'pg'

export type Pipelines = readonly pg.Client[]

const SET = "select set_config('wall.tenant', $1, true)"

/** As many as serve the shared reads of one process. */
export async function openPipelines(connectionString: string): Promise<Pipelines> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString, pipeline: true }))
  for (const client of clients) {
    await client.connect()
    await client.query({ name: 'set', text: SET, values: [''] })
  }
  return clients
}

let turn = 0
const next = (clients: Pipelines): pg.Client => clients[turn++ % clients.length]!

/** The few statements here differ in their first characters, which suffices as a name. */
const prepared = ({ sql: text, parameters }: CompiledQuery): pg.QueryConfig => ({
  ...{ name: text.slice(0, 60), text },
  values: [...parameters],
})

/** Without setting the tenant. */
export async function inOneStatement<Row>(clients: Pipelines, query: CompiledQuery): Promise<Row[]> {
  return (await next(clients).query(prepared(query))).rows as Row[]
}

/** Four statements, each with its own Sync, written before the first response arrives. */
export async function inFourStatements<Row>(clients: Pipelines, tenant: string, query: CompiledQuery): Promise<Row[]> {
  const client = next(clients)
  const [, , answer] = await Promise.all([
    client.query('begin'),
    client.query({ name: 'set', text: SET, values: [tenant] }),
    client.query(prepared(query)),
    client.query('commit'),
  ])
  return answer.rows as Row[]
}

/** Everything before one Sync is one transaction, so the setting ends with it. */
export function inOneSync<Row>(clients: Pipelines, tenant: string, query: CompiledQuery): Promise<Row[]> {
  return new Promise((done, failed) => {
    const ours = new TenantQuery(tenant, prepared(query), (error, result) =>
      error ? failed(error) : done(result.rows as Row[]),
    )
    next(clients).query(ours as unknown as pg.QueryConfig)
  })
}

interface Wire {
  bind(message: object): void
  execute(message: object): void
}
/** Fields that the driver's types omit. */
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => {
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

class TenantQuery extends Query {
  readonly #tenant: string
  #isSet = false

  constructor(tenant: string, config: pg.QueryConfig, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super(config, undefined, callback)
    this.#tenant = tenant
  }

  override prepare(connection: Wire): void {
    connection.bind({ statement: 'set', values: [this.#tenant] })
    connection.execute({})
    super.prepare(connection)
  }

  /** The first row and the first completion belong to the setting. */
  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, connection)
    this.#isSet = true
  }
}
