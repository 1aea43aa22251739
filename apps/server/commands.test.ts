// Commands for operators. One call of each runs in a separate process, as people run it.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { caseworkMigrations } from '@veritrace/casework'
import { systemClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { readLink } from '@veritrace/platform/identity/users/sign-in-link'
import { fillEverywhere, tryPassword } from '@veritrace/platform/identity/users/testing'
import { createUser } from '@veritrace/platform/identity/users/users'
import { listNames } from '@veritrace/platform/identity/workspaces/store'
import type { Job } from '@veritrace/platform/jobs/job'
import { openJobs } from '@veritrace/platform/jobs/open'
import { openLog } from '@veritrace/platform/log'
import { sql } from 'kysely'
import { account } from './account.ts'
import { corpus } from './corpus.ts'
import { jobs } from './jobs.ts'
import { migrate } from './migrate.ts'
import { operators } from './operators.ts'
import { tenants } from './tenants.ts'
import { callCommand, makePlace } from './testing.ts'
import { verifyAudit } from './verify-audit.ts'
import { webhooks } from './webhooks.ts'

const log = openLog('silent')
const ADA = { email: 'ada@example.com', displayName: 'Ada', emailVerified: true }

test('dead letters are listed with their reason, and can be requeued', async (t) => {
  const place = await makePlace(t)
  await place.use(async (database) => {
    const broken: Job<object> = {
      name: 'breaks',
      retries: 0,
      handle: async () => {
        throw new Error('the disk was full')
      },
    }
    const queue = await openJobs({ database, jobs: [broken], clock: systemClock, log })
    await queue.start()
    await transact(database.db, (tx) => queue.add(tx, 'breaks', { page: 7 }))
    while ((await queue.deadLetters()).length === 0) await sleep(50)
    await queue.stop()
  })
  const { said } = await place.run('jobs')
  const [, id] = /Z {2}([0-9a-f-]{36}) {2}breaks: the disk was full\n {2}\{"page":7\}\n1 in total/.exec(said)!
  assert.match((await place.call(jobs, 'retry')).said, /Name the IDs to retry/)
  const again = await place.call(jobs, 'retry', id!, '00000000-0000-0000-0000-000000000000')
  assert.equal(again.code, 1)
  assert.match(again.said, /^\S+ is back in its queue\.\n0+-\S+ is not a dead letter\.\n$/)
  await place.use(async ({ db }) => {
    const { rows } = await sql<{ data: object }>`
      select data from jobs.job where name = 'breaks' and state = 'created'`.execute(db)
    assert.deepEqual(rows, [{ data: { page: 7 } }])
  })
  assert.deepEqual(await place.call(jobs, 'retry', '--all'), { code: 0, said: 'There are no dead letters.\n' })
})

test('a database of a newer release is refused in a sentence that names the migration', async (t) => {
  const place = await makePlace(t)
  await place.use(({ db }) =>
    sql`insert into platform.migrations (name, timestamp) values ('0999-of-tomorrow', now()::text)`.execute(db),
  )
  const { code, said } = await place.run('migrate')
  assert.equal(code, 1)
  assert.match(
    said,
    /^A newer release has migrated this database: it has platform\/0999-of-tomorrow, which .+ backup\.\n$/,
  )
})

test('operators are named by the email address of their account or by their ID at another provider', async (t) => {
  const place = await makePlace(t)
  await place.use(({ db }) => createUser({ db, clock: systemClock }, ADA))
  const say = async (...words: string[]) => (await place.call(operators, ...words)).said
  assert.equal(
    await say('add', 'Ada@example.com', 'auth0|7', 'auth0|7'),
    'Ada@example.com is an operator now.\nauth0|7 is an operator now.\nauth0|7 already is an operator.\n',
  )
  assert.match((await place.run('operators')).said, /^usr_\w+ {2}ada@example\.com\nauth0\|7\n$/)
  assert.equal(
    await say('remove', 'ada@example.com', 'auth0|7', 'nobody'),
    'ada@example.com is no longer an operator.\nauth0|7 is no longer an operator.\nnobody was not an operator.\n',
  )
  assert.equal(await say(), 'There are no operators.\n')
})

test('with the embedded provider an operator needs an account, with another provider not', async (t) => {
  const place = await makePlace(t)
  await place.use(async () => {})
  const { code, said } = await place.call(operators, 'add', 'typo@example.com')
  assert.equal(code, 1)
  assert.match(
    said,
    /^No account has the email address “typo@example\.com”\. .+ `npm run account -- typo@example\.com --operator`/,
  )
  assert.equal((await place.call(operators)).said, 'There are no operators.\n')
  const elsewhere = { ...place.env, AUTH_ISSUER: 'https://id.example', AUTH_CLIENT_SECRET: 'secret' }
  const words = ['add', 'ada@id.example', '--data-dir', place.dataDir]
  assert.equal((await callCommand(operators, words, elsewhere)).said, 'ada@id.example is an operator now.\n')
})

test('an account is created for people who cannot sign up, but not if they sign in at another provider', async (t) => {
  const place = await makePlace(t)
  await place.use(async () => {})
  const made = { code: 0, said: 'ada@example.com now has an account, and is an operator.\n' }
  assert.deepEqual(await place.run('account', 'ada@example.com', '--operator'), made)
  const elsewhere = { AUTH_ISSUER: 'https://id.example', AUTH_CLIENT_SECRET: 'secret' }
  const { code, said } = await callCommand(account, ['ada@example.com'], elsewhere)
  assert.equal(code, 1)
  assert.match(said, /People sign in at AUTH_ISSUER, .+ `npm run operators -- add <id>`/)
})

test('an account is unlocked, with a link that protects one browser from lockouts', async (t) => {
  const place = await makePlace(t)
  const deps = (db: Db) => ({ db, clock: systemClock })
  await place.use(async ({ db }) => {
    await createUser(deps(db), { ...ADA, password: 'correct horse battery' })
    await fillEverywhere(deps(db), ADA.email)
    assert.equal((await tryPassword(deps(db), ADA.email, 'correct horse battery')).result, 'locked')
  })
  const { code, said } = await place.run('account', 'unlock', 'ADA@example.com')
  assert.equal(code, 0)
  const [, token] =
    /^ada@example\.com can sign in again\.\n.+\nhttp:\/\/localhost:\d+\/auth\/browser\/([\w-]{43})\n$/.exec(said)!
  await place.use(async ({ db }) => {
    assert.equal((await readLink(deps(db), null, token!))?.email, ADA.email)
    assert.equal((await tryPassword(deps(db), ADA.email, 'correct horse battery')).result, 'ok')
  })
  const typo = await place.call(account, 'unlock', 'typo@example.com')
  assert.deepEqual([typo.code, typo.said], [1, 'No active account has the email address “typo@example.com”.\n'])
  assert.match((await place.call(account, 'unlock')).said, /Name one email address/)
})

test('a tenant is created with the given ID, and its audit log starts with that', async (t) => {
  const place = await makePlace(t)
  await place.use(async () => {})
  const { code, said } = await place.run(
    'tenants',
    'add',
    'acme',
    '--name',
    'Acme Ltd',
    '--plan',
    'pro',
    '--products',
    'graph,casework,graph',
  )
  assert.deepEqual([code, said], [0, 'acme is now a tenant on the plan pro for graph, casework.\n'])
  assert.match((await place.call(tenants)).said, /^acme {2}“Acme Ltd” {2}pro {2}graph,casework {2}0 members\n$/)
  for (const [words, why] of [
    [['acme'], /“acme” is or was in use/],
    [['other', '--plan', 'gold'], /“gold” is not a plan; the plans are free, pro, enterprise/],
    [['other', '--products', 'graph,mail'], /“mail” is not a product/],
    [['other', '--products', ','], /Name at least one product: provenance, graph, casework/],
    [['other', '--name', ' '], /The name is empty/],
  ] as const) {
    const refused = await place.call(tenants, 'add', ...words)
    assert.equal(refused.code, 1)
    assert.match(refused.said, why)
  }
  await place.use(async ({ db }) => {
    const { rows } = await sql`select action, sequence from platform.audit_entries where tenant_id = 'acme'`.execute(db)
    assert.deepEqual(rows, [{ action: 'tenant.create', sequence: 1 }])
    assert.deepEqual(await listNames(db, 'acme', 9), [{ id: 'acme', display_name: 'Acme Ltd' }])
  })
})

test('an operator creates a workspace in a tenant without members', async (t) => {
  const place = await makePlace(t)
  await place.use(({ db }) => ensureTenant(db, { id: 'public', displayName: 'Public' }))
  const { code, said } = await place.call(tenants, 'workspace', 'public', 'directory', '--name', 'Directory')
  assert.deepEqual([code, said], [0, 'directory is now a workspace of public.\n'])
  for (const [words, why] of [
    [['public', 'directory'], /A workspace “directory” already exists/],
    [['nobody', 'directory'], /There is no tenant “nobody”/],
    [['public', 'No Slug'], /a-z, 0-9 and inner hyphens/],
    [['public'], /Name a tenant and an ID/],
  ] as const) {
    const refused = await place.call(tenants, 'workspace', ...words)
    assert.equal(refused.code, 1)
    assert.match(refused.said, why)
  }
  await place.use(async ({ db }) => {
    const { rows } = await sql`select action from platform.audit_entries where tenant_id = 'public'`.execute(db)
    assert.deepEqual(rows, [{ action: 'workspace.create' }])
  })
})

test('messages that an endpoint has missed are queued again and recorded in the audit log', async (t) => {
  const place = await makePlace(t)
  await place.use(async ({ db }) => {
    await ensureTenant(db, { id: 'acme', displayName: 'Acme' })
    await sql`
      insert into platform.webhook_endpoints (id, tenant_id, url, secret, created_at, updated_at)
      values ('whk_1', 'acme', 'https://a.example', 's', now(), now())`.execute(db)
    for (const [id, status, day] of [
      ['msg_1', 'dead', '2026-11-02'],
      ['msg_2', 'succeeded', '2026-11-02'],
      ['msg_3', 'dead', '2026-10-02'],
    ])
      await sql`
        insert into platform.webhook_deliveries (id, tenant_id, endpoint_id, event_type, body, status, max_attempts,
          created_at, next_attempt_at)
        values (${id}, 'acme', 'whk_1', 'page.publish', '{}', ${status}, 10, ${day}::timestamptz, ${day}::timestamptz)`.execute(
        db,
      )
  })
  for (const [words, why] of [
    [['acme', 'whk_1'], /^Usage: replay/],
    [['acme', 'whk_1', '--since', 'yesterday'], /“yesterday” is not a time/],
    [['acme', 'whk_1', '--since', '5'], /“5” is not a time; write it like 2026-11-01 or 2026-11-01T08:00Z/],
    [['nobody', 'whk_1', '--since', '2026-11-01'], /no tenant “nobody”/],
  ] as const) {
    const { code, said } = await place.call(webhooks, 'replay', ...words)
    assert.equal(code, 1)
    assert.match(said, why)
  }
  const { said } = await place.run('webhooks', 'replay', 'acme', 'whk_1', '--since', '2026-11-01')
  assert.equal(said.trim(), '1 message was queued again.')
  await place.use(async ({ db }) => {
    const { rows } = await sql<{ id: string }>`
      select id from platform.webhook_deliveries where status not in ('dead', 'succeeded')`.execute(db)
    assert.deepEqual(rows, [{ id: 'msg_1' }])
    const told =
      await sql`select 1 from platform.audit_entries where tenant_id = 'acme' and action like '%replay'`.execute(db)
    assert.equal(told.rows.length, 1)
  })
})

test('lists are loaded from a folder with progress, and the second time nothing is new', async (t) => {
  const { call, use } = await makePlace(t, [caseworkMigrations])
  // Creates the embedded database; this command refuses a folder without one.
  await use(async () => {})
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-lists-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const objectReleaseInfo = [{ objectType: 'TABL', objectKey: 'ZA', state: 'released' }]
  writeFileSync(
    join(folder, 'objectReleaseInfo_PCE2022_1.json'),
    JSON.stringify({ formatVersion: '1', objectReleaseInfo }),
  )
  const first = await call(corpus, 'load', '--from', folder)
  assert.match(first.said, /\d+ of \d+ {2}sap-pce-2022-1: new\n/)
  assert.match(first.said, /1 changed, 0 failed, \d+ not in the folder\.\n$/)
  assert.equal(first.code, 0)
  assert.match(
    (await call(corpus, 'load', '--from', folder)).said,
    /sap-pce-2022-1: unchanged(.|\n)*0 changed, 0 failed/,
  )
  const nowhere = await call(corpus, 'load', '--from', join(folder, 'none'))
  assert.deepEqual([nowhere.code, /cannot be read/.test(nowhere.said)], [1, true])
  assert.match((await callCommand(corpus, ['lode'])).said, /“lode” is not a command; the commands are load and pack/)
  assert.match((await callCommand(corpus, ['pack'])).said, /Name the folder of the lists/)
})

for (const command of [account, corpus, jobs, migrate, operators, tenants, verifyAudit, webhooks])
  test(`${command.name} explains itself without a configuration or a database`, async () => {
    const { code, said } = await callCommand(command, ['--help'], { DATABASE_URL: 'nonsense' })
    assert.equal(code, 0)
    assert.match(said, /^Usage: npm run [\w:]+ --.* \[options\]\n/)
  })

test('lists are loaded by a separate process, too', async (t) => {
  const { run, use } = await makePlace(t, [caseworkMigrations])
  await use(async () => {})
  const { code, said } = await run('corpus', 'load', '--from', '/nowhere')
  assert.deepEqual([code, /cannot be read/.test(said)], [1, true], said)
})

test('a folder without a database is reported, and no database is created in it', async (t) => {
  const { dataDir } = await makePlace(t)
  const typo = join(dataDir, 'typo')
  const { code, said } = await callCommand(operators, ['--data-dir', typo])
  assert.equal(code, 1)
  assert.equal(
    said,
    `There is no database in ${typo}. Start the server with it once, or name another folder with DATA_DIR.\n`,
  )
  assert.deepEqual(readdirSync(dataDir), [])
})

for (const command of [migrate, verifyAudit])
  test(`${command.name} rejects a misspelled argument`, async (t) => {
    const { dataDir, call } = await makePlace(t)
    for (const words of [['--hlep'], ['foo'], ['--data-dri', '/nowhere']]) {
      const { code, said } = await call(command, ...words)
      assert.notEqual(code, 0, said)
      assert.match(said, new RegExp(`“${words[0]}” is not a flag; the flags are `))
      assert.doesNotMatch(said, /\n +at |applied|sound/)
    }
    assert.deepEqual(readdirSync(dataDir), [])
  })

for (const command of [migrate, verifyAudit, operators])
  test(`${command.name} says in a sentence that the database cannot be reached or that its URL is invalid`, async () => {
    const ask = (url: string) => callCommand(command, [], { DATABASE_URL: url })
    const away = await ask('postgres://ada:hunter2@127.0.0.1:9/none')
    assert.notEqual(away.code, 0)
    assert.equal(away.said.trim(), 'PostgreSQL at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9.')
    const { said } = await ask('nonsense')
    assert.match(said.trim(), /^The configuration is invalid:\n {2}- DATABASE_URL must be .*$/)
  })
