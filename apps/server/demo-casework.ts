// The casework demo: the sample of the pack, a plan for it and an investigated case, created through the API like by
// any client. A second start finds the project and changes nothing.
import { cases } from '@veritrace/contract/casework/cases'
import { corpus } from '@veritrace/contract/casework/corpus'
import { evidence } from '@veritrace/contract/casework/evidence'
import { plan } from '@veritrace/contract/casework/plan'
import { projects } from '@veritrace/contract/casework/projects'
import { runs } from '@veritrace/contract/casework/runs'
import { client } from '@veritrace/contract/client'
import type { Log } from '@veritrace/platform/log'

interface Demo {
  localUrl: string
  tenant: string
  log: Log
  signal: AbortSignal
  /** Receives the current step; undefined at the end. */
  progress: (step: string | undefined) => void
}

const LOOK_AGAIN_MS = 500
const PATIENCE_MS = 120_000
const UNREAD = ['received', 'scanning', 'parsing']

/** Runs in the background while the server already answers. */
export async function fillCasework(demo: Demo): Promise<void> {
  try {
    await fill(demo)
  } catch (error) {
    if (!demo.signal.aborted) demo.log.warn({ err: error }, 'the casework demo could not be created')
  } finally {
    demo.progress(undefined)
  }
}

async function fill({ localUrl, tenant, signal, progress }: Demo): Promise<void> {
  const headers = { 'x-tenant-id': tenant, 'x-workspace-id': tenant, 'x-context-id': 'default', 'x-csrf': '1' }
  const call = (url: string, init: RequestInit) => fetch(url, { ...init, signal })
  const base = `${localUrl}/api/casework`
  const api = {
    corpus: client(corpus, base, call),
    projects: client(projects, base, call),
    evidence: client(evidence, base, call),
    plan: client(plan, base, call),
    cases: client(cases, base, call),
    runs: client(runs, base, call),
  }
  if ((await api.projects.list({ query: { limit: 1 }, headers })).items.length > 0) return
  const body = {
    name: 'ERP to private cloud 2023',
    sample: true,
    system: { sid: 'PRD', product: 'SAP ERP', release: '6.0' },
  }
  progress('reads the sample estate')
  const { id } = await api.projects.create({ body, headers })
  const until = Date.now() + PATIENCE_MS
  const areListsRead = async () => {
    const { jobs } = await api.corpus.status({ headers })
    return jobs.every(({ kind, finished_at }) => kind !== 'extract' || finished_at !== null)
  }
  const isRead = async () => {
    const { items } = await api.evidence.list({ params: { id }, query: { limit: 50 }, headers })
    return items.length > 0 && items.every(({ status }) => !UNREAD.includes(status))
  }
  while (!(await isRead()) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  progress('loads SAP lists')
  // A plan without the loaded lists would be incomplete.
  while (!(await areListsRead()) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  progress('makes a plan')
  await api.plan.make({ body: planFor(id), headers })
  progress('investigates a case')
  const made = await api.cases.create({ body: caseFor(id), headers })
  await api.runs.investigate({ params: { id: made.id }, body: { force: false }, headers })
}

const planFor = (project_id: string) => ({
  key: 'default',
  title: 'Everything to level B, three people',
  target: 's4_private:2023_3',
  scope: { project_id },
  objective: 'balanced' as const,
  granularity: 'pattern' as const,
  seed: 1,
})

const caseFor = (project_id: string) => ({
  title: 'Order processing to level B',
  type_id: 'package_migration',
  project_id,
  scope: { selector: { packages: ['ZSD_ORDERS'] } },
  question_md:
    'Which of our order programs may stay as they are, what replaces the tables they read, and in which order?',
})
