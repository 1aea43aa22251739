// The workflow through HTTP: every step, every rejection, and the snapshots of publications.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import type { ApiError } from '@veritrace/contract/client'
import type { Role } from '@veritrace/contract/endpoint'
import { catalog } from '@veritrace/contract/graph/catalog'
import { ontologies } from '@veritrace/contract/graph/ontologies'
import { shapes } from '@veritrace/contract/graph/shapes'
import {
  ARTIFACT_ACTIONS,
  ARTIFACT_STATUSES,
  type ArtifactAction,
  type ArtifactStatus,
  type NewArtifact,
  workflow,
} from '@veritrace/contract/graph/workflow'
import { systemCaller } from '@veritrace/platform/caller'
import { addMember } from '@veritrace/platform/identity/tenancy/members'
import type { TestApp } from '@veritrace/platform/testing/app'
import { madeKey } from '@veritrace/platform/testing/made-key'
import { sql } from 'kysely'
import { deleteFiles, type FilesToForget, FORGET_FILES } from '../catalog/forget-files.ts'
import { graphTenant, refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { allowedFrom, canonicalJson, nextStatus } from './rules.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function workflowTenant() {
  const { tenant, at } = await graphTenant(app)
  const as = (role: Role = 'member') => app.client(workflow, tenant, role)
  const draft = (body: Partial<NewArtifact> = {}, headers = at()) =>
    as().create({ body: { kind: 'document', targetId: 'https://e.test/paper', title: 'Paper', ...body }, headers })
  /** Takes the step with a role that is allowed to. */
  const take = (id: string, action: ArtifactAction, more: object = {}) => {
    const input = { params: { id }, headers: at(), ...more }
    const body = { comment: 'not yet' }
    return action === 'reject'
      ? as('reviewer').reject({ body, ...input })
      : as(action === 'submit' ? 'member' : 'admin')[action](input as never)
  }
  return { tenant, at, as, draft, take }
}
type Own = Awaited<ReturnType<typeof workflowTenant>>

const PATHS: Record<ArtifactStatus, ArtifactAction[]> = {
  draft: [],
  submitted: ['submit'],
  published: ['submit', 'publish'],
  rejected: ['submit', 'reject'],
  deprecated: ['submit', 'publish', 'deprecate'],
  archived: ['archive'],
}
async function artifactIn({ draft, take }: Own, status: ArtifactStatus): Promise<string> {
  const { id } = await draft()
  for (const action of PATHS[status]) await take(id, action)
  return id
}

test('a new artifact is a draft, with its allowed actions and no history', async () => {
  const { as, at, draft } = await workflowTenant()
  const made = await draft()
  assert.match(made.id, /^urn:graph:artifact:[0-9a-z]{26}$/)
  assert.deepEqual([made.status, made.version, made.history, made.allowed], ['draft', 1, [], ['submit', 'archive']])
  assert.deepEqual([made.kind, made.targetId, made.title], ['document', 'https://e.test/paper', 'Paper'])
  assert.deepEqual(await as('viewer').status({ params: { id: made.id }, headers: at() }), made)
})

test('every transition of the table works; all others return 409 with the allowed ones and change nothing', async () => {
  const own = await workflowTenant()
  for (const from of ARTIFACT_STATUSES) {
    const id = await artifactIn(own, from)
    const before = await own.as().status({ params: { id }, headers: own.at() })
    const [steps, others] = [true, false].map((isStep) =>
      ARTIFACT_ACTIONS.filter((action) => (nextStatus(from, action) !== undefined) === isStep),
    )
    for (const action of others!) {
      const error = await own.take(id, action).then(
        () => assert.fail(`${from} ${action}`),
        (thrown: unknown) => thrown,
      )
      refused(409, 'forbidden_transition')(error)
      const { problem } = error as ApiError
      assert.deepEqual([problem.from, problem.allowed], [from, allowedFrom(from)])
    }
    assert.deepEqual(await own.as().status({ params: { id }, headers: own.at() }), before)
    for (const [index, action] of steps!.entries()) {
      const after = await own.take(index === 0 ? id : await artifactIn(own, from), action)
      const to = nextStatus(from, action)
      assert.deepEqual([after.status, after.version], [to, before.version + 1], `${from} ${action}`)
      const { from: was, to: is, action: did, comment } = after.history.at(-1)!
      assert.deepEqual([was, is, did, comment], [from, to, action, action === 'reject' ? 'not yet' : null])
    }
  }
})

test('a rejection needs a comment, and roles follow the contract', async () => {
  const own = await workflowTenant()
  const id = await artifactIn(own, 'submitted')
  const one = { params: { id }, headers: own.at() }
  for (const body of [{}, { comment: ' ' }, { comment: '' }])
    await assert.rejects(
      own.as('admin').reject({ ...one, body: body as { comment: string } }),
      refused(422, 'invalid_body'),
    )
  await assert.rejects(own.as('viewer').reject({ ...one, body: { comment: 'x' } }), refused(403, 'role_too_low'))
  await assert.rejects(own.as('member').publish({ ...one, body: {} }), refused(403, 'role_too_low'))
  await assert.rejects(own.as('reviewer').submit({ ...one, body: {} }), refused(403, 'role_too_low'))
  const rejected = await own.as('reviewer').reject({ ...one, body: { comment: 'No source.' } })
  assert.equal(rejected.history.at(-1)!.comment, 'No source.')
  assert.equal((await app.audit(own.tenant)).at(-1)?.reason, 'No source.')
})

test('submitters cannot publish their own artifacts, unless they are the only member', async () => {
  const own = await workflowTenant()
  const mine = async () => {
    const { id } = await own.draft()
    await own.as('admin').submit({ params: { id }, headers: own.at(), body: {} })
    return id
  }
  const publish = (id: string, role: Role) => own.as(role).publish({ params: { id }, headers: own.at(), body: {} })
  assert.equal((await publish(await mine(), 'admin')).status, 'published')
  const system = systemCaller(own.tenant.id, own.tenant.customer_id)
  for (const name of ['ann', 'bob'])
    await addMember(app.platform, system, { id: `${own.tenant.id}-${name}`, email: null, displayName: name }, 'member')
  const id = await mine()
  await assert.rejects(publish(id, 'admin'), refused(403, 'self_approval'))
  const authorization = `Bearer ${await madeKey(app, own.tenant, 'admin')}`
  const byOwnKey = await fetch(`${app.url}/graph/workflow/${id}/publish`, {
    method: 'POST',
    headers: { ...own.at(), authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  assert.match(await byOwnKey.text(), /"code":"self_approval"/)
  assert.equal((await own.as().status({ params: { id }, headers: own.at() })).status, 'submitted')
  assert.equal((await publish(id, 'owner')).status, 'published')
})

test('if users have tokens but no membership, everyone who has taken a step counts', async () => {
  const own = await workflowTenant()
  const submitted = async () => {
    const { id } = await own.draft()
    const one = { params: { id }, headers: own.at() }
    await own.as('admin').submit({ ...one, body: {} })
    return one
  }
  assert.equal((await own.as('admin').publish({ ...(await submitted()), body: {} })).status, 'published')
  await own.as('reviewer').reject({ ...(await submitted()), body: { comment: 'No source.' } })
  const one = await submitted()
  await assert.rejects(own.as('admin').publish({ ...one, body: {} }), refused(403, 'self_approval'))
  assert.equal((await own.as('owner').publish({ ...one, body: {} })).status, 'published')
})

test('a step respects If-Match, and only one of two concurrent steps succeeds', async () => {
  const own = await workflowTenant()
  const id = await artifactIn(own, 'submitted')
  const stale = own.take(id, 'publish', { headers: { ...own.at(), 'if-match': '"1"' } })
  await assert.rejects(stale, refused(412, 'stale_version'))
  const both = await Promise.allSettled([own.take(id, 'publish'), own.take(id, 'reject')])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const lost = both.find((one) => one.status === 'rejected')!
  refused(409, 'forbidden_transition')(lost.reason)
  const { history } = await own.as().status({ params: { id }, headers: own.at() })
  assert.equal(history.length, 2)
})

test('a deprecated artifact may have a replacement of the same kind and context', async () => {
  const own = await workflowTenant()
  const id = await artifactIn(own, 'published')
  const next = await own.draft()
  const elsewhere = await own.draft({}, own.at('more'))
  const deprecate = (replacedBy: string) =>
    own.as('admin').deprecate({ params: { id }, headers: own.at(), body: { replacedBy } })
  for (const wrong of ['nothing', id, elsewhere.id])
    await assert.rejects(deprecate(wrong), refused(422, 'unknown_reference'))
  const done = await deprecate(next.id)
  assert.deepEqual([done.status, done.replacedBy], ['deprecated', next.id])
})

const TURTLE =
  '@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://e.test/o> a owl:Ontology . <http://e.test/o#A> a owl:Class .'
const SHAPE = `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix e: <http://e.test/> .
e:Shape a sh:NodeShape ; sh:targetClass e:Cat ; sh:property [ sh:path e:name ; sh:minCount 1 ] .`

async function targetsOf({ tenant, at }: Own) {
  const headers = at()
  const dataset = await app
    .client(catalog, tenant, 'member')
    .createDataset({ body: { title: 'D', contextId: 'facts' }, headers })
  const ontology = await app
    .client(ontologies, tenant, 'member')
    .create({ body: { name: 'O', turtle: TURTLE }, headers })
  const shape = await app.client(shapes, tenant, 'member').create({ body: { name: 'S', turtle: SHAPE }, headers })
  return { dataset: dataset.id, ontology: ontology.id, shape: shape.id }
}

test('publishing freezes the target, and later changes do not affect the snapshot', async () => {
  const own = await workflowTenant()
  const targets = await targetsOf(own)
  for (const [kind, targetId] of Object.entries({ ...targets, document: 'urn:x' })) {
    const { id } = await own.draft({ kind: kind as NewArtifact['kind'], targetId })
    const snapshot = () => own.as('viewer').snapshot({ params: { id }, headers: own.at() })
    await assert.rejects(snapshot(), refused(404, 'snapshot_not_found'))
    await own.take(id, 'submit')
    await own.take(id, 'publish')
    const frozen = await snapshot()
    assert.deepEqual([frozen.kind, frozen.targetId, frozen.version], [kind, targetId, 3])
    const sha256 = createHash('sha256').update(canonicalJson(frozen.content)).digest('hex')
    assert.equal(frozen.digest, `sha256:${sha256}`)
    if (kind === 'ontology') assert.equal(frozen.content.turtle, TURTLE)
    if (kind === 'shape') assert.equal(frozen.content.turtle, SHAPE)
    if (kind === 'dataset') {
      const change = { params: { id: targetId }, body: { title: 'Other' }, headers: own.at() }
      await app.client(catalog, own.tenant, 'member').updateDataset(change)
      assert.deepEqual([(await snapshot()).content.title, frozen.content.statementCount], ['D', 0])
    }
  }
})

/** Runs the job as a worker would. */
async function forgetFilesNow(tenant: string): Promise<void> {
  const { rows } = await sql<{ data: FilesToForget }>`
    select data from jobs.job where name = ${FORGET_FILES} and data::text like ${`%/${tenant}/%`}`.execute(
    app.platform.db,
  )
  assert.equal(rows.length, 1)
  await deleteFiles(app.platform, rows[0]!.data)
}

for (const what of ['distribution', 'dataset'] as const)
  test(`files of a published dataset stay readable after the ${what} was deleted, and no others`, async () => {
    const own = await workflowTenant()
    const headers = own.at()
    const { dataset } = await targetsOf(own)
    const entries = app.client(catalog, own.tenant, 'member')
    const host = () => entries.createDistribution({ body: { datasetId: dataset, format: 'turtle' }, headers })
    const published = await host()
    const { id } = await own.draft({ kind: 'dataset', targetId: dataset })
    await own.take(id, 'submit')
    await own.take(id, 'publish')
    const later = await host()
    const { content } = await own.as('viewer').snapshot({ params: { id }, headers })
    const [named] = content.distributions as { downloadURL: string; checksum: { value: string } }[]
    const authorization = `Bearer ${await app.key(own.tenant, 'viewer')}`
    const download = (context = 'facts') =>
      fetch(named!.downloadURL, { headers: { ...own.at(context), authorization } })
    const before = Buffer.from(await (await download()).arrayBuffer())

    if (what === 'dataset') await entries.deleteDataset({ params: { id: dataset }, headers })
    else for (const one of [published, later]) await entries.deleteDistribution({ params: { id: one.id }, headers })
    await forgetFilesNow(own.tenant.id)
    await assert.rejects(
      entries.getDistribution({ params: { id: published.id }, headers }),
      refused(404, 'distribution_not_found'),
    )
    const answer = await download()
    assert.equal(answer.status, 200)
    const after = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual(after, before)
    assert.equal(createHash('sha256').update(after).digest('hex'), named!.checksum.value)
    assert.equal((await download('more')).status, 404)
    const gone = await fetch(later.downloadURL!, { headers: { ...headers, authorization } })
    assert.equal(gone.status, 404)
    const files = await Array.fromAsync(app.platform.blobs.list(`graph/${own.tenant.id}/`))
    assert.equal(files.length, 1, 'the unpublished file is deleted')
  })

test('the target must exist in the context when the artifact is created, submitted and published', async () => {
  const own = await workflowTenant()
  const targets = await targetsOf(own)
  for (const [kind, targetId] of Object.entries(targets)) {
    const body = { kind: kind as NewArtifact['kind'], targetId }
    await assert.rejects(own.draft(body, own.at('more')), refused(422, 'unknown_reference'))
    await assert.rejects(own.draft(body, own.at('more', { wide: true })), refused(422, 'unknown_reference'))
    const stranger = await workflowTenant()
    await assert.rejects(stranger.draft(body), refused(422, 'unknown_reference'))
    await assert.rejects(own.draft({ ...body, targetId: 'nothing' }), refused(422, 'unknown_reference'))
  }
  const { id } = await own.draft({ kind: 'ontology', targetId: targets.ontology.slice(-26) })
  const { id: late } = await own.draft({ kind: 'ontology', targetId: targets.ontology })
  await own.take(id, 'submit')
  await app.client(ontologies, own.tenant, 'member').delete({ params: { id: targets.ontology }, headers: own.at() })
  const statusOf = async (artifact: string) =>
    (await own.as().status({ params: { id: artifact }, headers: own.at() })).status
  await assert.rejects(own.take(id, 'publish'), refused(409, 'target_gone'))
  assert.equal(await statusOf(id), 'submitted')
  await assert.rejects(own.take(late, 'submit'), refused(409, 'target_gone'))
  assert.equal(await statusOf(late), 'draft')
  await own.take(id, 'reject')
  await assert.rejects(own.take(id, 'submit'), refused(409, 'target_gone'))
  for (const one of [id, late]) assert.equal((await own.take(one, 'archive')).status, 'archived')
})

test('lists are paged and filtered by status, kind and target', async () => {
  const own = await workflowTenant()
  const { dataset } = await targetsOf(own)
  await artifactIn(own, 'submitted')
  await own.draft({ kind: 'dataset', targetId: dataset, title: 'Data' })
  const titles = async (query: object) =>
    (await own.as('viewer').list({ query, headers: own.at() })).items.map(({ title }) => title)
  assert.deepEqual(await titles({}), ['Data', 'Paper'])
  assert.deepEqual(await titles({ status: 'submitted' }), ['Paper'])
  assert.deepEqual(await titles({ kind: 'dataset' }), ['Data'])
  assert.deepEqual(await titles({ targetId: dataset }), ['Data'])
  const first = await own.as().list({ query: { limit: 1 }, headers: own.at() })
  assert.deepEqual(await titles({ limit: 1, cursor: first.next }), ['Paper'])
})

test('other tenants, workspaces and contexts see and change nothing', async () => {
  const own = await workflowTenant()
  const id = await artifactIn(own, 'submitted')
  const stranger = await workflowTenant()
  const others: [ReturnType<Own['as']>, Record<string, string>][] = [
    [stranger.as('owner'), stranger.at('facts', { wide: true })],
    [own.as('owner'), own.at('facts', { workspace: 'elsewhere', wide: true })],
    [own.as('owner'), own.at('more')],
  ]
  const missing = refused(404, 'artifact_not_found')
  for (const [client, headers] of others) {
    assert.deepEqual((await client.list({ headers })).items, [])
    const one = { params: { id }, headers }
    await assert.rejects(client.status(one), missing)
    await assert.rejects(client.snapshot(one), missing)
    await assert.rejects(client.reject({ ...one, body: { comment: 'x' } }), missing)
    for (const action of ['submit', 'publish', 'deprecate', 'archive'] as const)
      await assert.rejects(client[action]({ ...one, body: {} }), missing)
  }
})
