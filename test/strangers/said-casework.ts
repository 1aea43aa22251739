// Request bodies for casework. Its jobs do not run here, so cases refer to shared things in the lists.
import { type Said, WORD } from './speaker.ts'

const THING = 'TABL:VBAK'
const caseOf = ({ theirs }: { theirs(path: string): Record<string, string> }) => theirs('/cases').id

/** The owner creates data of every kind, in this order. */
export const WRITTEN: Said = {
  'POST /projects': ({ mark }) => ({ name: mark, description: `${WORD} ${mark}`, tags: [mark] }),
  'POST /projects/{id}/evidence/upload': ({ mark }) => ({ filename: `${mark}.txt`, text: `${WORD} ${mark}` }),
  'POST /plan': ({ mark }) => ({ title: mark, key: mark, scope: { artifact_ids: [THING] } }),
  'POST /projects/{id}/assets/report': () => ({ format: 'md' }),
  'POST /projects/{id}/assets/migration-plan': ({ theirs }) => ({ plan_version_id: theirs('/plan').id }),
  'POST /cases': ({ mark }) => ({
    title: `${WORD} ${mark}`,
    question_md: mark,
    tags: [mark],
    scope: { artifact_ids: [THING] },
  }),
  'POST /cases/{id}/investigate': ({ mark }) => ({ note: mark }),
  'POST /cases/{caseId}/plans': ({ mark }) => ({
    title: mark,
    items: [
      { title: `${WORD} ${mark}`, action_id: 'keep', artifacts: [THING], effort: { low: 1, likely: 2, high: 3 } },
    ],
  }),
  'POST /cases/{caseId}/plans/{planId}/reviews': ({ mark }) => ({ verdict: 'comment', body_md: mark }),
  'POST /cases/{caseId}/plan-webhooks': ({ mark }) => ({
    url: `https://example.com/${mark}`,
    events: ['*'],
    description: mark,
  }),
  'POST /cases/{id}/estimate': ({ theirs }) => ({ plan_id: theirs('/cases/{caseId}/plans').id, simulations: 100 }),
  'POST /cases/{id}/bundle': ({ mark }) => ({ title: mark }),
  'POST /studio/generations': (speaker) => ({
    kind: 'classification',
    title: speaker.mark,
    input: { text: speaker.mark },
    output: { text: speaker.mark },
    case_id: caseOf(speaker),
  }),
  'POST /studio/classify': ({ mark }) => ({
    input: { kind: 'text', content: `${WORD} ${mark} VBAK` },
    save: true,
    title: mark,
  }),
  'POST /decisions/overlays': ({ mark }) => ({
    ...{ type: 'TABL', name: mark.toUpperCase(), level: 'C' },
    rationale: `${WORD} ${mark}, as was agreed`,
  }),
  'POST /access/invites': ({ mark }) => ({ email: `${mark}@example.com`, role: 'viewer' }),
  'POST /answer/stream': ({ mark }) => ({ question: `What is the successor of VBAK, ${mark}?`, mode: 'extractive' }),
}

/** Other requests, by someone who wants to read or change the data of others. */
export const ASKED: Said = {
  'PATCH /projects/{id}': ({ mark }) => ({ name: mark }),
  'PATCH /projects/{id}/evidence/{evidenceId}': ({ mark }) => ({ label: mark }),
  'POST /projects/{id}/assets/report/pdf': () => ({}),
  'POST /projects/{id}/assets/evidence-export': () => ({}),
  'PATCH /cases/{id}': ({ mark }) => ({ title: mark }),
  'POST /cases/{id}/duplicate': ({ mark }) => ({ title: mark }),
  'PATCH /cases/{id}/recommendations/{recId}': () => ({ status: 'accepted' }),
  'POST /cases/{caseId}/plans/generate': () => ({ from: 'accepted_and_proposed' }),
  'POST /cases/{caseId}/plans/{planId}/transitions': () => ({ transition: 'withdraw' }),
  'POST /cases/{caseId}/plans/{planId}/transports': () => ({ kind: 'file', dry_run: true }),
  'POST /studio/plan': ({ theirs }) => ({ generation_id: theirs('/studio/generations').id }),
  'POST /studio/scaffold': ({ theirs }) => ({
    ...{ template_id: 'decision-record', params: {} },
    generation_id: theirs('/studio/generations').id,
  }),
  'POST /studio/pipeline': (speaker) => ({
    input: { kind: 'object_list', objects: ['VBAK'] },
    case_id: caseOf(speaker),
  }),
  'PATCH /studio/generations/{id}': ({ mark }) => ({ title: mark }),
  'PATCH /decisions/{id}': () => ({ expires_at: '2099-01-01T00:00:00Z', rationale: 'It is not ours at all.' }),
  'POST /answers/{id}/feedback': ({ mark }) => ({ rating: 1, comment: mark }),
  'POST /resolve': () => ({ items: [{ q: 'VBAK' }] }),
  'POST /traverse': ({ theirs }) => ({
    start: [THING],
    relations: ['replaces'],
    filter: { project_id: theirs('/projects').id },
  }),
  'PATCH /packs/{id}': () => ({ options: {} }),
  'POST /access/members': () => ({ user_id: 'owners', role: 'viewer' }),
  'POST /graph/rebuild': () => ({ mode: 'validate', dry_run: true }),
  'POST /corpus/extract': () => ({ source_ids: ['sap-pce-2022'], dry_run: true }),
  'POST /corpus/recrawl': () => ({ source_ids: ['sap-pce-2022'], dry_run: true }),
}

export const QUERIES = {
  'GET /resolve': '?q=VBAK',
  'GET /corpus/compare': '?from=pce-2022-1&to=pce-2023-3',
}
