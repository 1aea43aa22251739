// Checks tenant isolation in tests: every statement of the server must restrict each table that has tenants to one
// tenant, unless it is exempt. See docs/adr/0059-tenant-checks-in-tests.md.
import { sql } from 'kysely'
import { loadModule } from 'libpg-query'
import type { Db } from '../../db/db.ts'
import { askedBy } from './asked-by.ts'
import { exemptionKey } from './exemptions.ts'
import type { TenantColumns } from './scope.ts'
import { unboundTables } from './unbound.ts'

interface TenantCheckOptions {
  /** Keys in the format of `exemptionKey`. */
  exemptions: ReadonlySet<string>
  /** Files that may run any statement, such as tests. */
  isUnrestricted(file: string): boolean
}

export interface Breach {
  by: string
  table: string
  text: string
}

export interface TenantCheck {
  /** Call it again after migrations that add tables. */
  learn(db: Db): Promise<void>
  watch(text: string): void
  breaches(): Breach[]
  /** The exemptions that were needed. */
  needed(): string[]
}

export function openTenantCheck({ exemptions, isUnrestricted }: TenantCheckOptions): TenantCheck {
  const columns = new Map<string, ReadonlySet<string>>()
  let verdicts: ((text: string) => string[]) | undefined
  const settled = new Set<string>()
  const breaches = new Map<string, Breach>()
  const needed = new Set<string>()
  return {
    learn: async (db) => {
      await loadModule()
      for (const [table, names] of await readTenantColumns(db)) columns.set(table, names)
      verdicts = openVerdicts(columns)
    },
    watch: (text) => {
      const tables = verdicts?.(text)
      if (!tables?.length || settled.has(text)) return
      const { file, by } = askedBy()
      if (isUnrestricted(file)) return
      settled.add(text)
      for (const table of tables) {
        const key = exemptionKey(by, table)
        if (exemptions.has(key)) needed.add(key)
        else breaches.set(key, { by, table, text })
      }
    },
    breaches: () => [...breaches.values()],
    needed: () => [...needed],
  }
}

/** Longer statements, such as lists of rows, are cached only in normalized form. */
const LONGEST_KEPT = 5_000

/** Parsing takes about a millisecond, so each statement is parsed once, however many rows or parameters it has. */
function openVerdicts(columns: TenantColumns): (text: string) => string[] {
  const byText = new Map<string, string[]>()
  const byMeaning = new Map<string, string[]>()
  return (text) => {
    const known = byText.get(text)
    if (known) return known
    const meaning = withoutRepeats(text)
    const verdict = byMeaning.get(meaning) ?? unboundTables(meaning, columns)
    byMeaning.set(meaning, verdict)
    if (text.length < LONGEST_KEPT) byText.set(text, verdict)
    return verdict
  }
}

/** `in ($1, $2)` and `values ($1), ($2)` are equivalent to a single item here, as parameters are interchangeable. */
const withoutRepeats = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '$1')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1')
    .replaceAll(/\bin \(\$1(?:, ?\$1)+\)/g, 'in ($1)')

/**
 * Columns named `tenant_id`, columns from which a `tenant_id` is generated, and columns that a `tenant_id` references.
 */
async function readTenantColumns(db: Db): Promise<TenantColumns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    with named as (
      select a.attrelid as table, a.attnum, a.attname, a.attgenerated <> '' as is_made
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attname = 'tenant_id' and c.relkind in ('r', 'p', 'v', 'm')
    ), naming as (
      select "table", attname from named
      union
      select source.attrelid, source.attname
        from named join pg_attrdef made on made.adrelid = named.table and made.adnum = named.attnum
        join pg_attribute source on source.attrelid = named.table and source.attnum > 0 and not source.attisdropped
       where named.is_made and pg_get_expr(made.adbin, made.adrelid) ~ ('\\m' || source.attname || '\\M')
      union
      select source.attrelid, source.attname
        from named join pg_constraint refers on refers.conrelid = named.table and refers.conkey = array[named.attnum]
        join pg_attribute source on source.attrelid = refers.confrelid and source.attnum = refers.confkey[1]
       where refers.contype = 'f'
    )
    select n.nspname || '.' || c.relname as table, array_agg(naming.attname::text) as columns
      from naming join pg_class c on c.oid = naming.table join pg_namespace n on n.oid = c.relnamespace
     group by 1`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}
