// Disclosures through HTTP: as authors, reviewers and publishers, as the public, and as a stranger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@veritrace/contract/endpoint'
import { type DisclosurePatch, disclosures, STATUSES, type Status } from '@veritrace/contract/provenance/disclosures'
import { pages } from '@veritrace/contract/provenance/pages'
import { fakeClock } from '@veritrace/platform/clock'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { assertOnlyAllowed, HOSTILE } from '../markdown/testing.ts'
import { stepOf } from './rules.ts'

let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date())

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
})
after(() => app.close())

type Problem = { code: string; problem: Record<string, unknown> & { errors: { path: string; message: string }[] } }
const refused = (code: string) => (error: { code: string }) => error.code === code
const WORDS = { kind: 'security_overview', title: 'How we protect data', body: 'Encrypted *at rest*.' } as const

/** A tenant with a client for each role. Each role is a different person. */
async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const as = (role: Role) => app.client(disclosures, tenant, role)
  const patch = (role: Role, id: string, body: DisclosurePatch, headers = {}) =>
    as(role).update({ params: { id }, body, headers })
  return { tenant, as, patch, create: () => as('member').create({ body: WORDS }) }
}
type Workspace = Awaited<ReturnType<typeof workspace>>

/** Inserts a disclosure in that state, by an author who takes no part in the test. */
async function inState(tenant: { id: string }, status: Status): Promise<string> {
  const id = newId('dis')
  const row = { ...WORDS, id, tenant_id: tenant.id, status, author_id: 'usr_elsewhere' }
  await deps.db.insertInto('provenance.disclosures').values(row).execute()
  return id
}

async function publish({ patch }: Workspace, id: string) {
  await patch('member', id, { status: 'in_review' })
  await patch('reviewer', id, { status: 'approved' })
  return patch('admin', id, { status: 'published' })
}

async function publishedPage({ tenant }: Workspace, more: { intro?: string } = {}): Promise<string> {
  const slug = `page-${newId('x').slice(-8)}`
  const as = (role: Role) => app.client(pages, tenant, role)
  const ready = { display_name: 'Acme', security_contact: 'security@acme.test', no_subprocessors: true, ...more }
  await as('member').create({ body: { slug, ...ready } })
  await inState(tenant, 'published')
  await as('admin').update({ params: { slug }, body: { published: true } })
  return slug
}
const trustPage = async (slug: string): Promise<string> => (await fetch(`${app.url}/trust/${slug}`)).text()

test('a new disclosure is a draft at version 1 with its body rendered', async () => {
  const { as, create } = await workspace()
  const draft = await create()
  assert.deepEqual([draft.status, draft.version, draft.locale, draft.page_slugs], ['draft', 1, 'en', []])
  assert.equal(draft.body_html, '<p>Encrypted <em>at rest</em>.</p>')
  assert.deepEqual((await as('viewer').list()).items, [draft])
})

test('the same Idempotency-Key returns the same disclosure, and another body is rejected', async () => {
  const { as } = await workspace()
  const headers = { 'idempotency-key': newId('key') }
  const first = await as('member').create({ body: WORDS, headers })
  assert.deepEqual(await as('member').create({ body: WORDS, headers }), first)
  assert.equal((await as('viewer').list()).items.length, 1)
  const other = as('member').create({ body: { ...WORDS, title: 'Other' }, headers })
  await assert.rejects(other, refused('idempotency_mismatch'))
})

test('an edit of a draft changes only the fields it names', async () => {
  const { create, patch } = await workspace()
  const draft = await create()
  const effective_at = '2027-01-01T00:00:00.000Z'
  const edited = await patch('member', draft.id, { body: '# New', effective_at })
  assert.deepEqual(
    { ...edited, updated_at: '' },
    {
      ...draft,
      body: '# New',
      body_html: '<h4>New</h4>',
      effective_at,
      version: 2,
      updated_at: '',
    },
  )
  assert.equal((await patch('member', draft.id, { effective_at: null })).effective_at, null)
})

test('an edit with a stale If-Match is 412 and changes nothing', async () => {
  const { as, create, patch } = await workspace()
  const { id } = await create()
  await patch('member', id, { title: 'One' }, { 'if-match': '"1"' })
  await assert.rejects(patch('member', id, { title: 'Two' }, { 'if-match': '"1"' }), refused('stale_version'))
  await assert.rejects(patch('member', id, { status: 'in_review' }, { 'if-match': '"1"' }), refused('stale_version'))
  const [disclosure] = (await as('viewer').list()).items
  assert.deepEqual([disclosure!.title, disclosure!.status], ['One', 'draft'])
})

test('fields that a customer may not set are rejected by name', async () => {
  const { as, create, patch } = await workspace()
  const { id } = await create()
  for (const field of [
    'tenant_id',
    'version',
    'author_id',
    'editor_ids',
    'body_html',
    'published_at',
    'supersedes_id',
  ]) {
    const attempts = [
      () => patch('admin', id, { [field]: 'x' }),
      () => as('admin').create({ body: { ...WORDS, [field]: 'x' } }),
    ]
    for (const attempt of attempts)
      await assert.rejects(attempt, (error: Problem) => {
        assert.equal(error.problem.errors[0]!.path, field)
        return error.code === 'invalid_body'
      })
  }
  await assert.rejects(
    as('member').create({ body: { ...WORDS, status: 'published' } as never }),
    refused('invalid_body'),
  )
})

test('an impossible date, or one whose UTC year does not have four digits, is rejected', async () => {
  const { as } = await workspace()
  for (const effective_at of ['2026-12-31T23:59:60Z', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+00:01'])
    await assert.rejects(as('member').create({ body: { ...WORDS, effective_at } }), refused('invalid_body'))
})

for (const from of STATUSES)
  for (const to of STATUSES)
    test(`from ${from} to ${to} is ${stepOf(from, to) ? 'a step' : 'rejected'}`, async () => {
      const { tenant, as, patch } = await workspace()
      const id = await inState(tenant, from)
      const step = stepOf(from, to)
      const body = { status: to, ...(step?.action === 'request_changes' && { review_note: 'Say more.' }) }
      if (step) {
        const moved = await patch(step.least, id, body)
        assert.deepEqual([moved.id, moved.status, moved.version], [id, to, 2])
        return
      }
      await assert.rejects(patch('owner', id, body), (error: Problem) => {
        const allowed = STATUSES.filter((other) => stepOf(from, other))
        assert.equal(error.problem.from, from)
        assert.deepEqual((error.problem.allowed as string[]).toSorted(), allowed.toSorted())
        return error.code === 'forbidden_transition'
      })
      assert.equal((await as('viewer').list()).items[0]!.status, from)
    })

const LOWER: Partial<Record<Role, Role>> = { reviewer: 'viewer', member: 'reviewer', admin: 'member' }
for (const [from, to] of STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))
  if (stepOf(from, to)) {
    const { least, action } = stepOf(from, to)!
    test(`to ${action} a disclosure takes a ${least}; a ${LOWER[least]} may not`, async () => {
      const { tenant, as, patch } = await workspace()
      const id = await inState(tenant, from)
      const attempt = patch(LOWER[least]!, id, {
        status: to,
        ...(action === 'request_changes' && { review_note: 'x' }),
      })
      await assert.rejects(attempt, refused('role_too_low'))
      assert.equal((await as('viewer').list()).items[0]!.status, from)
    })
  }

test('a viewer and a reviewer can read but not write', async () => {
  const { as, create, patch } = await workspace()
  const { id } = await create()
  for (const role of ['viewer', 'reviewer'] as const) {
    assert.equal((await as(role).list()).items.length, 1)
    await assert.rejects(as(role).create({ body: WORDS }), refused('role_too_low'))
    await assert.rejects(patch(role, id, { title: 'x' }), refused('role_too_low'))
  }
})

test('the only member of a workspace can approve their own disclosure', async () => {
  const { create, patch } = await workspace()
  const { id } = await create()
  await patch('admin', id, { status: 'in_review' })
  assert.equal((await patch('admin', id, { status: 'approved' })).status, 'approved')
})

test('neither the author nor an editor can approve, but another member can', async () => {
  const { tenant, create, as, patch } = await workspace()
  for (const name of ['Ada', 'Ben'])
    await insertMember(app.platform.db, {
      tenant_id: tenant.id,
      user_id: newId('usr'),
      role: 'member',
      email: null,
      display_name: name,
      joined_at: new Date(),
    })
  const { id } = await create()
  await patch('admin', id, { body: 'Edited by the admin.' })
  await patch('member', id, { status: 'in_review' })
  for (const role of ['member', 'admin'] as const)
    await assert.rejects(patch(role, id, { status: 'approved' }), refused('self_approval'))
  assert.equal((await patch('owner', id, { status: 'approved' })).status, 'approved')

  const other = await as('admin').create({ body: WORDS })
  await patch('admin', other.id, { status: 'in_review' })
  const approved = await patch('member', other.id, { status: 'approved', review_note: 'Well said.' })
  assert.equal(approved.review_note, 'Well said.')
  assert.ok(approved.reviewer_id)
})

test('authors can approve their own text if no one else may review', async () => {
  const { tenant, create, patch } = await workspace()
  for (const role of ['owner', 'viewer'] as const)
    await insertMember(app.platform.db, {
      tenant_id: tenant.id,
      user_id: newId('usr'),
      role,
      email: null,
      display_name: role,
      joined_at: new Date(),
    })
  const { id } = await create()
  await patch('member', id, { status: 'in_review' })
  assert.equal((await patch('member', id, { status: 'approved' })).status, 'approved')
})

test('requesting changes needs a note, which the author can read', async () => {
  const { create, patch } = await workspace()
  const { id } = await create()
  await patch('member', id, { status: 'in_review' })
  await assert.rejects(patch('reviewer', id, { status: 'draft' }), (error: Problem) => {
    assert.equal(error.problem.errors[0]!.path, 'review_note')
    return error.code === 'invalid_body'
  })
  const back = await patch('reviewer', id, { status: 'draft', review_note: 'Which cipher?' })
  assert.deepEqual([back.status, back.review_note], ['draft', 'Which cipher?'])
  const again = await patch('member', id, { body: 'AES-256.', status: 'in_review' })
  assert.deepEqual([again.body, again.status], ['AES-256.', 'in_review'])
})

test('a disclosure without a body cannot be submitted for review', async () => {
  const { as, patch } = await workspace()
  const { id } = await as('member').create({ body: { kind: 'other', title: 'Soon' } })
  await assert.rejects(patch('member', id, { status: 'in_review' }), refused('invalid_body'))
  assert.equal((await patch('member', id, { body: 'Now.', status: 'in_review' })).status, 'in_review')
})

test('only a draft can be edited: disclosures in review, approved or ended are locked', async () => {
  const { tenant, patch } = await workspace()
  for (const status of ['in_review', 'approved', 'superseded', 'withdrawn'] as const) {
    const id = await inState(tenant, status)
    await assert.rejects(patch('owner', id, { body: 'Sneaked in' }), refused('disclosure_locked'))
  }
  const id = await inState(tenant, 'in_review')
  await assert.rejects(patch('owner', id, { body: 'Sneaked in', status: 'approved' }), refused('disclosure_locked'))
})

test('editing a published disclosure creates a draft, and publishing the draft supersedes the original', async () => {
  const space = await workspace()
  const { as, patch } = space
  const old = await publish(space, (await space.create()).id)
  const draft = await patch('member', old.id, { body: 'Now with AES-256.' }, { 'if-match': `"${old.version}"` })
  assert.notEqual(draft.id, old.id)
  assert.deepEqual(
    [draft.status, draft.version, draft.supersedes_id, draft.title, draft.published_at, draft.reviewer_id],
    ['draft', old.version + 1, old.id, old.title, null, null],
  )
  const byId = async () => new Map((await as('viewer').list()).items.map((item) => [item.id, item]))
  assert.deepEqual((await byId()).get(old.id), old)

  await publish(space, draft.id)
  const items = await byId()
  assert.deepEqual([items.get(old.id)!.status, items.get(draft.id)!.status], ['superseded', 'published'])
  assert.equal(items.get(old.id)!.body, WORDS.body)
})

test('a published disclosure has at most one replacement draft, and the error names it', async () => {
  const { tenant, patch } = await workspace()
  const id = await inState(tenant, 'published')
  const edits = await Promise.allSettled(['One', 'Two', 'Three'].map((title) => patch('member', id, { title })))
  const draft = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []))
  assert.equal(draft.length, 1)
  await assert.rejects(patch('member', id, { title: 'Four' }), (error: Problem) => {
    assert.equal(error.problem.draft_id, draft[0]!.id)
    return error.code === 'disclosure_draft_open'
  })
})

test('one request cannot both edit a published disclosure and change its status', async () => {
  const { tenant, as, patch } = await workspace()
  const id = await inState(tenant, 'published')
  await assert.rejects(patch('admin', id, { title: 'New', status: 'withdrawn' }), refused('unacceptable'))
  assert.deepEqual(
    (await as('viewer').list()).items.map((item) => item.status),
    ['published'],
  )
})

test('a withdrawn disclosure stays withdrawn when its replacement is published', async () => {
  const space = await workspace()
  const { tenant, as, patch } = space
  const id = await inState(tenant, 'published')
  const draft = await patch('member', id, { title: 'New' })
  await patch('admin', id, { status: 'withdrawn' })
  await publish(space, draft.id)
  const statuses = new Map((await as('viewer').list()).items.map((item) => [item.id, item.status]))
  assert.deepEqual([statuses.get(id), statuses.get(draft.id)], ['withdrawn', 'published'])
})

test('publishing a replacement and withdrawing the original concurrently ends in a consistent state', async () => {
  const space = await workspace()
  const { tenant, as, patch } = space
  for (let i = 0; i < 5; i++) {
    const id = await inState(tenant, 'published')
    const draft = await patch('member', id, { title: 'New' })
    await patch('member', draft.id, { status: 'in_review' })
    await patch('reviewer', draft.id, { status: 'approved' })
    const [published, withdrawn] = await Promise.allSettled([
      patch('admin', draft.id, { status: 'published' }),
      patch('owner', id, { status: 'withdrawn' }),
    ])
    assert.equal(published.status, 'fulfilled')
    if (withdrawn.status === 'rejected') assert.equal(withdrawn.reason.code, 'forbidden_transition')
    const old = (await as('viewer').list()).items.find((item) => item.id === id)!
    assert.equal(old.status, withdrawn.status === 'fulfilled' ? 'withdrawn' : 'superseded')
  }
})

test('pages and evidence of other tenants are unknown, each reported by name', async () => {
  const [own, other] = [await workspace(), await workspace()]
  const [mine, theirs] = [await publishedPage(own), await publishedPage(other)]
  const body = { ...WORDS, page_slugs: [mine, theirs, 'nowhere'], evidence_ids: ['evd_none'] }
  await assert.rejects(own.as('member').create({ body }), (error: Problem) => {
    assert.deepEqual(
      error.problem.errors.map(({ path, message }) => [path, /“(.+)”/.exec(message)?.[1]]),
      [
        ['page_slugs', theirs],
        ['page_slugs', 'nowhere'],
        ['evidence_ids', 'evd_none'],
      ],
    )
    return error.code === 'unknown_reference'
  })
  const { id, page_slugs } = await own.as('member').create({ body: { ...WORDS, page_slugs: [mine] } })
  assert.deepEqual(page_slugs, [mine])
  await assert.rejects(own.patch('member', id, { page_slugs: [theirs] }), refused('unknown_reference'))
})

test('a disclosure can refer to evidence of its tenant', async () => {
  const { tenant, as } = await workspace()
  const row = { id: newId('evd'), tenant_id: tenant.id, title: 'Report', content_type: 'application/pdf' }
  await deps.db.insertInto('provenance.evidence').values(row).execute()
  const draft = await as('member').create({ body: { ...WORDS, evidence_ids: [row.id] } })
  assert.deepEqual(draft.evidence_ids, [row.id])
})

test('the list is newest first and paged, and a cursor of another tenant is rejected', async () => {
  const { create, as } = await workspace()
  const ids = []
  for (let i = 0; i < 5; i++) ids.push((await create()).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await as('viewer').list({ query: { limit: 2, ...(cursor && { cursor }) } })
    seen.push(...page.items.map((item) => item.id))
    cursor = page.next
  } while (cursor)
  assert.deepEqual(seen, ids.toSorted().toReversed())
  const { next } = await as('viewer').list({ query: { limit: 2 } })
  const other = await workspace()
  await assert.rejects(other.as('viewer').list({ query: { cursor: next } }), refused('invalid_cursor'))
})

test('the list can be filtered by status, kind and page', async () => {
  const space = await workspace()
  const { as, patch } = space
  const slug = await publishedPage(space)
  const everywhere = (await as('viewer').list()).items[0]!.id
  const here = (await as('member').create({ body: { ...WORDS, kind: 'privacy', page_slugs: [slug] } })).id
  const elsewhere = (await as('member').create({ body: { ...WORDS, page_slugs: [await publishedPage(space)] } })).id
  await patch('member', elsewhere, { status: 'in_review' })
  const find = async (query: object) => (await as('viewer').list({ query })).items.map((item) => item.id)
  assert.deepEqual(await find({ status: 'in_review' }), [elsewhere])
  assert.deepEqual(await find({ kind: 'privacy' }), [here])
  assert.ok((await find({ page_slug: slug })).includes(everywhere))
  assert.ok((await find({ page_slug: slug })).includes(here))
  assert.ok(!(await find({ page_slug: slug })).includes(elsewhere))
  assert.deepEqual(await find({ page_slug: slug, kind: 'privacy', status: 'published' }), [])
  await assert.rejects(find({ status: 'lost' }), refused('invalid_query'))
})

test('a trust page shows only its own published disclosures, as HTML', async () => {
  const space = await workspace()
  const { tenant, as, patch } = space
  const slug = await publishedPage(space, { intro: 'We **care**.' })
  const other = await publishedPage(space)
  for (const status of STATUSES.filter((status) => status !== 'published')) {
    const id = await inState(tenant, status)
    await deps.db
      .updateTable('provenance.disclosures')
      .set({ title: `Is ${status}` })
      .where('id', '=', id)
      .execute()
  }
  const shown = await as('member').create({ body: { ...WORDS, title: 'On this page', page_slugs: [slug] } })
  const page = await trustPage(slug)
  assert.ok(page.includes('<p>We <strong>care</strong>.</p>'))
  assert.ok(page.includes('<p>Encrypted <em>at rest</em>.</p>'))
  assert.doesNotMatch(page, /Is (draft|in_review|approved|superseded|withdrawn)|On this page/)

  await publish(space, shown.id)
  assert.match(await trustPage(slug), /On this page/)
  assert.doesNotMatch(await trustPage(other), /On this page/)
  await patch('admin', shown.id, { status: 'withdrawn' })
  assert.doesNotMatch(await trustPage(slug), /On this page/)
  const { disclosures: listed } = await app.visitor(pages).published({ params: { slug } })
  assert.ok(listed.every((one) => one.title === WORDS.title))
})

test('hostile titles, bodies and intros stay text, in the API and on the trust page', async () => {
  const space = await workspace()
  const { tenant, as } = space
  const slug = await publishedPage(space)
  await app.client(pages, tenant, 'member').update({ params: { slug }, body: { intro: HOSTILE.join('\n\n') } })
  const plain = skeleton(await trustPage(await publishedPage(await workspace(), { intro: 'Plain.' })))
  for (const text of HOSTILE) {
    const draft = await as('member').create({ body: { kind: 'other', title: text.slice(0, 200), body: text } })
    assert.equal(draft.title, text.slice(0, 200))
    assertOnlyAllowed(draft.body_html)
  }
  await deps.db
    .updateTable('provenance.disclosures')
    .set({ status: 'published', published_at: clock.now() })
    .where('tenant_id', '=', tenant.id)
    .execute()
  const page = await trustPage(slug)
  const articles = [...page.matchAll(/<article><h3>([^<>]*)<\/h3><div class="prose">([\s\S]*?)<\/div><\/article>/g)]
  assert.equal(articles.length, HOSTILE.length + 1)
  for (const [, , body] of articles) assertOnlyAllowed(body!)
  assert.deepEqual(skeleton(page), plain)
})

/** The tags of a page outside customer content; they must be the same whatever the content is. */
function skeleton(page: string): string[] {
  const [, intro] = /<div class="lede prose">([\s\S]*?)<\/div>/.exec(page)!
  assertOnlyAllowed(intro!)
  const frame = page.replace(intro!, '').replaceAll(/<article>[\s\S]*?<\/article>/g, '')
  // The sign-in link contains the address of the page.
  return frame.match(/<[^>]*>/g)!.map((tag) => tag.replace(/return_to=\/trust\/[\w-]+/, 'return_to=here'))
}

test('every write adds an entry to the audit log', async () => {
  const space = await workspace()
  const { tenant, patch } = space
  const { id } = await space.create()
  await patch('member', id, { title: 'Better' })
  await patch('member', id, { status: 'in_review' })
  await patch('reviewer', id, { status: 'draft', review_note: 'More.' })
  await publish(space, id)
  const next = await patch('member', id, { title: 'Best' })
  await publish(space, next.id)
  await patch('admin', next.id, { status: 'withdrawn' })
  const entries = await app.audit(tenant)
  const way = ['submit', 'approve', 'publish']
  assert.deepEqual(
    entries.map((entry) => entry.action.replace('disclosure.', '')),
    ['create', 'update', 'submit', 'request_changes', ...way, 'create', ...way, 'supersede', 'withdraw'],
  )
  assert.deepEqual(entries[1]!.changes, [{ field: 'title', from: WORDS.title, to: 'Better' }])
  assert.deepEqual(entries[11]!.resource.id, id)
})

test('a stranger finds no disclosure of another tenant through any endpoint', async () => {
  const { tenant, as } = await workspace()
  const stranger = await workspace()
  for (const status of STATUSES) {
    const id = await inState(tenant, status)
    for (const body of [{ title: 'mine' }, ...STATUSES.map((to) => ({ status: to, review_note: 'mine' }))])
      await assert.rejects(stranger.patch('owner', id, body), refused('disclosure_not_found'))
  }
  assert.deepEqual((await stranger.as('owner').list()).items, [])
  assert.ok((await as('viewer').list()).items.every((item) => item.version === 1 && item.title === WORDS.title))
})

test('every endpoint requires credentials', async () => {
  const visitor = app.visitor(disclosures)
  await assert.rejects(visitor.list(), refused('unauthenticated'))
  await assert.rejects(visitor.create({ body: WORDS }), refused('unauthenticated'))
  await assert.rejects(visitor.update({ params: { id: 'dis_1' }, body: { title: 'x' } }), refused('unauthenticated'))
})
