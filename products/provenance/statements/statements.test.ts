// Statements through HTTP: as members who draft and send them, as signers, and as someone who guesses links.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@veritrace/contract/endpoint'
import { requests, type TrustRequest } from '@veritrace/contract/provenance/requests'
import {
  customerStatements,
  type NewStatement,
  STATEMENT_STATUSES,
  type StatementStatus,
} from '@veritrace/contract/provenance/statements'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newSecret } from '@veritrace/platform/ids'
import { listMail } from '@veritrace/platform/outside/mailer'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { assertOnlyAllowed, HOSTILE } from '../markdown/testing.ts'
import { askableFrom, TRANSITIONS } from './rules.ts'

let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date())
const WEEK = 7 * 24 * 3_600_000

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = platform
    return provenance(deps)
  })
})
after(() => app.close())

type Problem = { code: string; status: number; problem: Record<string, unknown> }
const refused = (code: string) => (error: Problem) => error.code === code
const NDA = { kind: 'nda', title: 'Mutual NDA', body: '# NDA\n\nKeep it to yourself.' } as const
const ADA = { name: 'Ada', email: 'ada@example.com', role: 'CTO' }
const BEN = { name: 'Ben', email: 'ben@example.com' }
const SIGNED = { decision: 'sign', name: 'Ada Lovelace', consent: true } as const

async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const as = (role: Role) => app.client(customerStatements, tenant, role)
  const draft = (body: Partial<NewStatement> = {}) => as('member').create({ body: { ...NDA, ...body } })
  const send = (id: string, signers: (typeof ADA | typeof BEN)[] = [ADA]) =>
    as('admin').send({ params: { id }, body: { signers } })
  const get = (id: string) => as('viewer').get({ params: { id } })
  /** The token of the latest email to the address. */
  const link = async (to: string): Promise<string> => {
    const [mail] = (await listMail(app.platform.db, { tenant: tenant.id, to, limit: 1 })).items
    return /sign\/(\S+)/.exec(mail!.text)![1]!
  }
  return { tenant, as, draft, send, get, link }
}
const read = (token: string) => app.visitor(customerStatements).read({ params: { token } })
const answer = (token: string, body: object = SIGNED) =>
  app.visitor(customerStatements).answer({ params: { token }, body: body as typeof SIGNED })

test('a draft is sent, viewed, signed by all, and sealed', async () => {
  const { tenant, as, draft, send, get, link } = await workspace()
  const { id, status, body, body_sha256 } = await draft()
  assert.deepEqual([status, body, body_sha256.length], ['draft', NDA.body, 64])
  const sent = await send(id, [ADA, BEN])
  assert.deepEqual([sent.status, sent.signers.map((one) => one.status)], ['sent', ['pending', 'pending']])
  const [ada, ben] = [await link(ADA.email), await link(BEN.email)]

  const shown = await read(ada)
  assert.deepEqual([shown.status, shown.signer, shown.body], ['viewed', { ...ADA, status: 'viewed' }, NDA.body])
  assert.ok(!JSON.stringify(shown).includes(BEN.email), 'a signer does not see the other signers')
  assert.equal((await answer(ada)).status, 'viewed')
  const done = await answer(ben, { ...SIGNED, name: 'Ben' })
  assert.deepEqual([done.status, done.seal_valid], ['signed', true])

  const stored = await get(id)
  assert.deepEqual([stored.seal, stored.seal_version, stored.seal_valid], [done.seal, 1, true])
  assert.deepEqual(
    stored.signers.map((one) => [one.status, one.typed_name, one.signed_at !== null]),
    [
      ['signed', 'Ada Lovelace', true],
      ['signed', 'Ben', true],
    ],
  )
  const signature = ['consent_given', 'name_typed', 'signed']
  assert.deepEqual(
    stored.events.map(({ type }) => type),
    ['created', 'sent', 'sent', 'viewed', ...signature, ...signature, 'seal_computed'],
  )
  const { body: _, ...listed } = stored
  assert.deepEqual((await as('viewer').list({ query: { status: 'signed' } })).items, [listed])
  const entries = await app.audit(tenant)
  assert.deepEqual(
    entries.map(({ action }) => action.replace('statement.', '')),
    ['create', 'send', 'view', 'sign', 'sign'],
  )
  assert.deepEqual(entries.at(-1)!.changes, [{ field: 'seal', from: null, to: done.seal }])
})

test('a change to sealed data is detected', async () => {
  const { draft, send, get, link } = await workspace()
  const { id } = await draft()
  await send(id)
  await answer(await link(ADA.email))
  const tampered = [
    sql`update provenance.statements set body = body || ' And pay us.' where id = ${id}`,
    sql`update provenance.statement_signers set typed_name = 'Eve' where statement_id = ${id}`,
  ]
  for (const change of tampered) {
    assert.equal((await get(id)).seal_valid, true)
    const before = await sql<{ body: string }>`select body from provenance.statements where id = ${id}`.execute(deps.db)
    await change.execute(deps.db)
    assert.equal((await get(id)).seal_valid, false)
    await sql`update provenance.statements set body = ${before.rows[0]!.body} where id = ${id}`.execute(deps.db)
  }
})

test('a link works once, and signing requires consent and a name', async () => {
  const { draft, send, get, link } = await workspace()
  const { id } = await draft()
  await send(id)
  const token = await link(ADA.email)
  for (const body of [
    { decision: 'sign', name: 'Ada' },
    { ...SIGNED, consent: false },
    { ...SIGNED, name: ' ' },
  ])
    await assert.rejects(answer(token, body), refused('invalid_body'))
  await assert.rejects(answer(token, { ...SIGNED, ip: '::1' }), refused('invalid_body'))
  const tries = await Promise.allSettled([answer(token), answer(token), answer(token, { decision: 'decline' })])
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of tries) if (one.status === 'rejected') assert.equal(one.reason.code, 'forbidden_transition')
  const { events, status } = await get(id)
  assert.equal((await read(token)).status, status)
  assert.equal((await get(id)).events.length, events.length)
})

test('one refusal declines the statement for all signers and stores the reason', async () => {
  const { draft, send, get, link } = await workspace()
  const { id } = await draft()
  await send(id, [ADA, BEN])
  const [ada, ben] = [await link(ADA.email), await link(BEN.email)]
  await answer(ada, { decision: 'decline', reason: 'Too long.' })
  await assert.rejects(answer(ben), (error: Problem) => {
    assert.deepEqual([error.problem.from, error.problem.allowed], ['declined', []])
    return error.code === 'forbidden_transition'
  })
  const { status, seal, signers } = await get(id)
  assert.deepEqual([status, seal, signers[0]!.decline_reason], ['declined', null, 'Too long.'])
})

test('an unused link expires after a week, and so does the statement', async () => {
  const { as, draft, send, get, link } = await workspace()
  const { id } = await draft()
  await send(id)
  const token = await link(ADA.email)
  clock.advance(WEEK)
  for (const attempt of [read, answer])
    await assert.rejects(
      attempt(token),
      (error: Problem) => error.status === 410 && error.code === 'signing_link_expired',
    )
  assert.equal((await get(id)).status, 'expired')
  assert.equal((await as('viewer').list({ query: { status: 'expired' } })).items.length, 1)
  assert.equal((await as('viewer').list({ query: { status: 'sent' } })).items.length, 0)
})

test('a statement can be sent and voided only in the states that allow it', async () => {
  const { as, draft, send } = await workspace()
  for (const status of STATEMENT_STATUSES)
    for (const to of ['sent', 'void'] as const) {
      const { id } = await draft()
      await putInState(id, status)
      const attempt = to === 'sent' ? send(id) : as('admin').void({ params: { id } })
      if (TRANSITIONS[status].includes(to)) assert.equal((await attempt).status, to)
      else
        await assert.rejects(attempt, (error: Problem) => {
          assert.deepEqual([error.problem.from, error.problem.allowed], [status, askableFrom(status)])
          return error.code === 'forbidden_transition'
        })
    }
})

const putInState = (id: string, status: StatementStatus) =>
  status === 'expired'
    ? sql`update provenance.statements set status = 'sent', sign_by = ${clock.now()} where id = ${id}`.execute(deps.db)
    : sql`update provenance.statements set status = ${status} where id = ${id}`.execute(deps.db)

test('all invalid links get the same answer, so guessing reveals nothing', async () => {
  const { tenant, as, draft, send, get, link } = await workspace()
  const { id } = await draft()
  const sent = await send(id)
  const token = await link(ADA.email)
  const { rows } = await sql<{ hash: string }>`
    select token_hash as hash from provenance.statement_signers where statement_id = ${id}`.execute(deps.db)
  assert.notEqual(rows[0]!.hash, token)
  const guesses = [
    newSecret(),
    token.slice(0, -1),
    `${token}x`,
    token.toUpperCase(),
    rows[0]!.hash,
    sent.signers[0]!.id,
    id,
  ]
  const answers = new Set<string>()
  for (const guess of [...guesses, '%00', "' or 1=1 --", 'x'.repeat(80)])
    for (const attempt of [read, answer])
      await attempt(guess).catch((error: Problem) =>
        answers.add(`${error.status} ${error.code} ${error.problem.detail}`),
      )
  assert.deepEqual([...answers], ['404 signing_link_not_found There is nothing to sign at this address.'])
  assert.equal((await get(id)).status, 'sent')
  assert.ok(!JSON.stringify([sent, await app.audit(tenant), await as('owner').list()]).includes(token))

  await as('admin').void({ params: { id } })
  await assert.rejects(read(token), refused('signing_link_not_found'))
})

test('links of a deleted tenant do not work', async () => {
  const { tenant, draft, send, link } = await workspace()
  const { id } = await draft()
  await send(id)
  const token = await link(ADA.email)
  await deleteTenant({ ...app.platform }, systemCaller(tenant.id, tenant.customer_id))
  await assert.rejects(read(token), refused('signing_link_not_found'))
})

test('markup in a statement stays text or becomes allowed HTML', async () => {
  const { draft, send, link } = await workspace()
  const title = '<img src=x onerror=alert(1)>'
  const { id, title: kept } = await draft({ title, body: HOSTILE.join('\n\n') })
  assert.equal(kept, title)
  await send(id)
  const shown = await read(await link(ADA.email))
  assertOnlyAllowed(shown.body_html)
  assert.equal(shown.title, title)
  await assert.rejects(draft({ title: 'a\r\nBcc: eve@example.com' }), refused('invalid_body'))
})

test('fields that a caller may not set are rejected', async () => {
  const { as, draft, send } = await workspace()
  for (const forged of [{ status: 'signed' }, { seal: 'x' }, { tenant_id: 't' }, { consent_text: 'I give all.' }])
    await assert.rejects(as('owner').create({ body: { ...NDA, ...forged } as never }), refused('invalid_body'))
  const { id } = await draft()
  const signed = { ...ADA, status: 'signed', typed_name: 'Ada' } as never
  await assert.rejects(send(id, [signed]), refused('invalid_body'))
  await assert.rejects(send(id, [ADA, { ...ADA, email: 'ADA@example.com' }]), refused('unacceptable'))
  const past = { valid_until: new Date(clock.now().getTime() - 1).toISOString() }
  await assert.rejects(draft(past), refused('unacceptable'))
})

test('a stranger finds no statement of another tenant, and a low role cannot send one', async () => {
  const [own, stranger] = [await workspace(), await workspace()]
  const { id } = await own.draft()
  const as = stranger.as('owner')
  const params = { id }
  await assert.rejects(as.get({ params }), refused('customer_statement_not_found'))
  await assert.rejects(as.send({ params, body: { signers: [ADA] } }), refused('customer_statement_not_found'))
  await assert.rejects(as.void({ params }), refused('customer_statement_not_found'))
  await assert.rejects(stranger.draft({ supersedes_id: id }), refused('unknown_reference'))
  assert.deepEqual((await as.list()).items, [])
  await assert.rejects(own.as('member').send({ params, body: { signers: [ADA] } }), refused('role_too_low'))
  await assert.rejects(own.as('reviewer').create({ body: NDA }), refused('role_too_low'))
  await assert.rejects(app.visitor(customerStatements).list(), refused('unauthenticated'))
})

test('a signed NDA completes its stage, whether that stage is active or comes later', async () => {
  for (const early of [false, true]) {
    const { tenant, draft, send, link } = await workspace()
    const as = app.client(requests, tenant, 'member')
    const body = { kind: 'document_access', subject: 'Report', requester: ADA_ASKS } as const
    let request: TrustRequest = await as.create({ body })
    const step = () =>
      as.advance({
        params: { id: request.id, stageId: request.current_stage_id! },
        body: { outcome: 'complete', expected_version: request.version },
      })
    const { id } = await draft({ request_id: request.id })
    await assert.rejects(send(id, [BEN]), refused('unacceptable'))
    await send(id, [ADA, BEN])
    const sign = async () => {
      await answer(await link(ADA.email))
      await answer(await link(BEN.email))
      request = await as.get({ params: { id: request.id } })
    }
    request = await step()
    if (early) await sign()
    request = await step()
    if (!early) {
      await assert.rejects(step(), refused('nda_unsigned'))
      await sign()
    }
    assert.equal(request.nda_signature_id, id)
    assert.deepEqual(
      request.stages.map(({ key, status }) => [key, status]),
      [
        ['intake', 'done'],
        ['triage', 'done'],
        ['nda', 'done'],
        ['approval', 'active'],
        ['delivery', 'pending'],
      ],
    )
    assert.equal(request.current_stage_id, request.stages[3]!.id)
  }
})
const ADA_ASKS = { name: ADA.name, email: ADA.email }

test('only an NDA for an open request for documents of the same tenant can be linked to a request', async () => {
  const [own, other] = [await workspace(), await workspace()]
  const make = (tenant: typeof own.tenant, kind: 'document_access' | 'other') =>
    app.client(requests, tenant, 'member').create({ body: { kind, subject: 'x', requester: ADA_ASKS } })
  const theirs = await make(other.tenant, 'document_access')
  await assert.rejects(own.draft({ request_id: theirs.id }), refused('unknown_reference'))
  await assert.rejects(own.draft({ request_id: (await make(own.tenant, 'other')).id }), refused('unacceptable'))
  const mine = await make(own.tenant, 'document_access')
  await assert.rejects(own.draft({ kind: 'dpa', request_id: mine.id }), refused('unacceptable'))
  await app.client(requests, own.tenant, 'member').cancel({ params: { id: mine.id }, body: {} })
  await assert.rejects(own.draft({ request_id: mine.id }), refused('unacceptable'))
})

test('the NDA of a closed request can be declined but not signed', async () => {
  const { tenant, draft, send, get, link } = await workspace()
  const asking = app.client(requests, tenant, 'member')
  const asked = await asking.create({ body: { kind: 'document_access', subject: 'x', requester: ADA_ASKS } })
  const { id } = await draft({ request_id: asked.id })
  await send(id)
  const token = await link(ADA.email)
  await asking.cancel({ params: { id: asked.id }, body: {} })
  await assert.rejects(answer(token), refused('forbidden_transition'))
  const page = await fetch(`${app.url}/sign/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=sign&consent=yes&name=Ada',
  })
  assert.equal(page.status, 409)
  assert.equal((await get(id)).signers[0]!.status, 'pending')
  assert.equal((await answer(token, { decision: 'decline' })).status, 'declined')
})

test('a blank name is not a signature, and control characters do not break the page', async () => {
  const { draft, send, get, link } = await workspace()
  const { id } = await draft()
  await send(id)
  const url = `${app.url}/sign/${await link(ADA.email)}`
  const post = (form: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form })
  for (const name of ['', '+++', '%C2%A0', '%00'])
    assert.equal((await post(`decision=sign&consent=yes&name=${name}`)).status, 422, name)
  assert.equal((await get(id)).status, 'viewed')
  assert.equal((await post('decision=decline&reason=no%00thing')).status, 200)
  assert.equal((await get(id)).signers[0]!.decline_reason, 'nothing')
})

test('a statement cannot be sent once it is past its date or its request is closed, and no link outlives it', async () => {
  const { tenant, draft, send, get, link } = await workspace()
  const valid_until = new Date(clock.now().getTime() + WEEK / 7).toISOString()
  const [late, early] = [await draft({ valid_until }), await draft({ valid_until })]
  await send(early.id)
  const token = await link(ADA.email)
  clock.advance(WEEK / 7)
  await assert.rejects(send(late.id), refused('unacceptable'))
  await assert.rejects(answer(token), refused('signing_link_expired'))
  assert.deepEqual([(await get(early.id)).status, (await get(late.id)).status], ['expired', 'draft'])

  const asking = app.client(requests, tenant, 'member')
  const asked = await asking.create({ body: { kind: 'document_access', subject: 'x', requester: ADA_ASKS } })
  const nda = await draft({ request_id: asked.id })
  await asking.cancel({ params: { id: asked.id }, body: {} })
  await assert.rejects(send(nda.id), refused('unacceptable'))
})

test('a signer opens the page, sees what is missing, signs, and sees the result', async () => {
  const { draft, send, get, link } = await workspace()
  const { id } = await draft({ title: 'NDA <script>alert(1)</script>', body: '# NDA\n\n<img src=x onerror=alert(1)>' })
  await send(id)
  const url = `${app.url}/sign/${await link(ADA.email)}`
  const post = (form: Record<string, string>) => fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const page = await fetch(url)
  const text = await page.text()
  assert.match(text, /Sign<\/h2>[\s\S]*Decline<\/h2>/)
  assert.doesNotMatch(text, /<script|<img/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*form-action 'self'/)
  const wrong = await post({ decision: 'sign', name: '"><b>Ada' })
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /role="alert"[\s\S]*value="&#34;&#62;&#60;b&#62;Ada"/)
  assert.equal((await get(id)).status, 'viewed')
  assert.match(await (await post({ decision: 'sign', name: 'Ada', consent: 'yes' })).text(), /Everyone has signed/)
  assert.equal((await get(id)).status, 'signed')
  assert.equal((await post({ decision: 'decline' })).status, 409)
  const unknown = await fetch(`${app.url}/sign/${'A'.repeat(43)}`)
  assert.deepEqual([unknown.status, /Ask for a new link/.test(await unknown.text())], [404, true])
})
