// Creates a graph of many nodes by uploading a list of dependencies.
import { setTimeout as wait } from 'node:timers/promises'
import { type EvidenceItem, evidence } from '@veritrace/contract/casework/evidence'
import { projects } from '@veritrace/contract/casework/projects'
import { DEMO_SCOPE, demoApi } from './demo-api.ts'

const BRANCHES = 45
const COLUMNS = 'from_type;from_name;from_package;to_type;to_name;access;sites'

/** Creates a project whose classes call each other as a tree. Returns the query string that starts at its root. */
export async function uploadTree(url: string, nodes = 2_000): Promise<string> {
  const { id } = await demoApi(url, projects).create({ body: { name: 'A large tree' } })
  const rows = Array.from({ length: nodes - 1 }, (_, i) => {
    const parent = Math.floor(i / BRANCHES)
    return `CLAS;ZCL_TREE_${parent};ZTREE_${parent};CLAS;ZCL_TREE_${i + 1};call;1`
  })
  const sent = await fetch(`${url}/api/casework/projects/${id}/evidence/upload`, {
    method: 'POST',
    headers: { ...DEMO_SCOPE, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'dependencies.csv', text: [COLUMNS, ...rows].join('\n') }),
  })
  const file = (await sent.json()) as EvidenceItem
  await untilRead(url, id, ({ id: one }) => one === file.id)
  return String(new URLSearchParams({ project: id, start: 'CLAS:ZCL_TREE_0', depth: '3' }))
}

/** Waits until the files of a project, or the matching ones, have been parsed. */
export async function untilRead(
  url: string,
  projectId: string,
  isMeant: (file: EvidenceItem) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const { items } = await demoApi(url, evidence).list({ params: { id: projectId } })
    const meant = items.filter(isMeant)
    const broken = meant.find(({ status }) => ['rejected', 'quarantined', 'needs_mapping'].includes(status))
    if (broken) throw new Error(`${broken.filename} could not be read: ${broken.status_reason}`)
    if (meant.length > 0 && meant.every(({ status }) => status.startsWith('parsed'))) return
    await wait(100)
  }
}
