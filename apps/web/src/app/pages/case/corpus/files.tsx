import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { MAY } from '@veritrace/contract/casework/roles'
import { useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Button } from '../../../../ui/button.tsx'
import { ago } from '../../../../ui/format.ts'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { DropZone } from '../../../shared/upload/drop-zone.tsx'
import { EvidenceState, yieldOf } from '../../../shared/upload/evidence-status.tsx'
import { MappingDialog } from '../../../shared/upload/mapping-dialog.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useCase, useRefresh } from '../queries.ts'

const PAGE = 100

/** The files of the project, and a field to upload more. */
export function Files() {
  const { project_id } = useCase()
  if (project_id === null) return null
  return <FilesOf projectId={project_id} />
}

function FilesOf({ projectId }: { projectId: string }) {
  const may = useMay(MAY.work)
  const refresh = useRefresh()
  const files = usePages(['evidence', projectId, 'list'], (at) =>
    api.projectEvidence.list({ params: { id: projectId }, query: { limit: PAGE, ...at } }),
  )
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">Files of the project</h2>
      {may ? (
        <DropZone projectId={projectId} onRead={refresh} />
      ) : (
        <p className="text-xs text-ink-3">Uploading requires one of these roles: {MAY.work.join(', ')}.</p>
      )}
      <Loaded query={files} failed="The files did not load">
        {({ items }) => (
          <ul className="mt-2 flex flex-col divide-y divide-line-row">
            {items.map((item) => (
              <FileRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Loaded>
      <More found={files} what="files" />
    </section>
  )
}

function FileRow({ item }: { item: EvidenceItem }) {
  const [mapping, setMapping] = useState(false)
  const may = useMay(MAY.work)
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-xs">{item.filename}</span>
        <span className="block text-xs text-ink-3">
          {yieldOf(item) || item.status_reason || item.kind} · {ago(item.uploaded_at)}
        </span>
      </span>
      <EvidenceState item={item} />
      {item.status === 'needs_mapping' && may && (
        <Button size="sm" onClick={() => setMapping(true)}>
          Map columns
        </Button>
      )}
      {mapping && <MappingDialog item={item} onClose={() => setMapping(false)} />}
    </li>
  )
}
