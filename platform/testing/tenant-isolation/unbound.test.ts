import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadModule } from 'libpg-query'
import type { TenantColumns } from './scope.ts'
import { unboundTables } from './unbound.ts'

const COLUMNS: TenantColumns = new Map([
  ['shop.orders', new Set(['tenant_id'])],
  ['shop.lines', new Set(['tenant_id'])],
  ['shop.texts', new Set(['tenant_id', 'space'])],
])

before(() => loadModule())

const NAMES_ITS_TENANT = [
  'select id from shop.orders where tenant_id = $1 and id = $2',
  'select id from "shop"."orders" as o where $1 = o."tenant_id"',
  'select id from shop.orders where (tenant_id, id) = ($1, $2)',
  'select id from shop.orders where id = $2 and tenant_id is not distinct from $1',
  'select id from shop.orders where (tenant_id, id) in (($1, $2), ($1, $3))',
  'select id from shop.orders where (tenant_id, id) in (select * from unnest($1::text[], $2::text[]))',
  'select id from shop.orders where tenant_id = any($1::text[]) and paid',
  'select id from shop.orders where (tenant_id = $1 and paid) or (tenant_id = $1 and id = $2)',
  'select 1 from shop.orders o join shop.lines l on l.order_id = o.id and l.tenant_id = o.tenant_id where o.tenant_id = $1',
  'select 1 from shop.lines l join shop.orders o using (tenant_id, order_id) where l.tenant_id = $1',
  'select 1 from shop.orders o left join shop.lines l on l.tenant_id = o.tenant_id where o.tenant_id = $1',
  'select (select count(*) from shop.lines l where l.tenant_id = o.tenant_id) from shop.orders o where o.tenant_id = $1',
  'with mine as (select tenant_id, id from shop.orders where tenant_id = $1) select 1 from mine, shop.lines l where l.tenant_id = mine.tenant_id',
  'select 1 from unnest($1::text[]) as given (owner) join shop.orders o on o.tenant_id = given.owner',
  'select id from shop.texts where space in ($1, $2)',
  'select id from shop.texts where tenant_id is null or (tenant_id = $1 and id = $2)',
  'update shop.orders set paid = true from shop.lines l where l.tenant_id = orders.tenant_id and orders.tenant_id = $1',
  'delete from shop.orders o using shop.lines l where o.tenant_id = $1 and l.tenant_id = $1',
  'insert into shop.orders (tenant_id, id) values ($1, $2) on conflict (id) do nothing',
  'insert into shop.orders (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set paid = true',
  'insert into shop.orders as o (tenant_id, id) values ($1, $2) on conflict (id) do update set paid = true where o.tenant_id = excluded.tenant_id',
  'copy shop.orders (tenant_id, id) from stdin',
  'select id from shop.places',
  'select this is nothing',
]

const NAMES_NONE = [
  ['select id from shop.orders where id = $1', 'shop.orders'],
  ['select id from orders where id = $1', 'shop.orders'],
  ['select id from shop.orders where tenant_id <> $1', 'shop.orders'],
  ['select id from shop.orders where tenant_id = tenant_id', 'shop.orders'],
  ['select id from shop.orders where not (tenant_id = $1)', 'shop.orders'],
  ['select id from shop.orders where tenant_id = $1 or paid', 'shop.orders'],
  ['select id from shop.orders where tenant_id = $1 union all select id from shop.orders', 'shop.orders'],
  ['select 1 from shop.orders o join shop.lines l on l.order_id = o.id where o.tenant_id = $1', 'shop.lines'],
  ['select 1 from shop.orders o left join shop.lines l on o.tenant_id = $1 and l.tenant_id = $1', 'shop.orders'],
  ['select 1 from shop.orders o, shop.lines l where l.tenant_id = o.tenant_id', 'shop.orders'],
  ['select 1 from shop.orders o, shop.lines l where l.order_id = o.id', 'shop.orders shop.lines'],
  ['select 1 from shop.orders o join shop.places p on p.tenant_id = o.tenant_id', 'shop.orders'],
  [
    'select (select count(*) from shop.lines l where l.order_id = o.id) from shop.orders o where o.tenant_id = $1',
    'shop.lines',
  ],
  ['select 1 where exists (select from shop.lines where order_id = $1)', 'shop.lines'],
  ['with mine as (select id from shop.orders) select 1 from mine', 'shop.orders'],
  ['select 1 from (select tenant_id from shop.orders) o where o.tenant_id = $1', 'shop.orders'],
  ['update shop.orders set paid = true where id = $1', 'shop.orders'],
  ['delete from shop.orders using shop.lines l where l.tenant_id = $1 and l.order_id = orders.id', 'shop.orders'],
  ['insert into shop.orders (id) values ($1)', 'shop.orders'],
  ['insert into shop.orders (tenant_id, id) select $1, id from shop.lines', 'shop.lines'],
  ['insert into shop.orders (tenant_id, id) values ($1, $2) on conflict (id) do update set paid = true', 'shop.orders'],
  ['copy shop.orders (id) from stdin', 'shop.orders'],
  ['copy (select id from shop.orders) to stdout', 'shop.orders'],
] as const

for (const text of NAMES_ITS_TENANT)
  test(`names its tenant: ${text}`, () => assert.deepEqual(unboundTables(text, COLUMNS), []))
for (const [text, tables] of NAMES_NONE)
  test(`names no tenant: ${text}`, () => assert.equal(unboundTables(text, COLUMNS).join(' '), tables))
