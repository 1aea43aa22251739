// The input of the Studio: a text, or an uploaded file.

import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { ApiError } from '@veritrace/contract/client'
import { useState } from 'react'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { sendFile } from '../../shared/upload/send-file.ts'
import { useProject } from '../../shared/use-project.ts'
import { inputOf } from './result.ts'
import { kindOfFile } from './samples.ts'
import type { StudioWork } from './use-studio.ts'

export interface Draft {
  /** Title in the history, if it has one. */
  title?: string
  kind: StudioInput['kind']
  text: string
  filename?: string
  /** An uploaded ZIP archive. */
  evidence?: { id: string; name: string; object?: string }
}

const NEW: Draft = { kind: 'abap_source', text: '' }
const MAX_BYTES = 1_048_576
const IN_PROGRESS: readonly EvidenceItem['status'][] = ['received', 'scanning', 'parsing']
const POLL_MS = 800

/** The draft, and the id of the generation that it was loaded from. */
interface Work {
  draft: Draft
  taken?: string | undefined
}

export function useDraft({ id, generation, isOurs }: Pick<StudioWork, 'id' | 'generation' | 'isOurs'>) {
  const [{ draft, taken }, setWork] = useSessionStorage<Work>('studio', { draft: NEW })
  const [round, setRound] = useState(0)
  const [isReading, setIsReading] = useState(false)
  const { project } = useProject()
  const change = (next: (was: Draft) => Draft) => setWork((was) => ({ ...was, draft: next(was.draft) }))
  const replace = (next: Draft) => {
    change(() => next)
    setRound((was) => was + 1)
  }
  // Loads the input once per generation, or typed text would be lost. Not in an effect, which would run after the level
  // marks of the new generation were applied to the old text.
  // Waits until the generation is loaded: after a reload, it may be the one that the stored draft was loaded from.
  if (generation?.id !== taken && (generation || !id)) {
    setWork((was) => ({ ...was, taken: generation?.id }))
    const input = generation && !isOurs(generation.id) ? inputOf(generation) : undefined
    if (input) replace(draftOf(input))
  }

  const open = async (file: File): Promise<void> => {
    if (!/\.zip$/i.test(file.name)) {
      if (file.size > MAX_BYTES) return void toast.error(`${file.name} is too large`, 'The limit for a source is 1 MB.')
      return replace({ kind: kindOfFile(file.name), text: await file.text(), filename: file.name })
    }
    if (!project)
      return void toast.error('A ZIP archive needs a project', 'Create a project, then drop the file again.')
    setIsReading(true)
    try {
      const { id: evidence } = await readZip(project.id, file)
      replace({ kind: 'evidence', text: '', evidence: { id: evidence, name: file.name } })
    } catch (error) {
      toast.error(`Could not read ${file.name}`, explain(error))
    } finally {
      setIsReading(false)
    }
  }
  return {
    draft,
    round,
    isReading,
    replace,
    open,
    clear: () => replace(NEW),
    write: (text: string) => change((was) => ({ ...was, text })),
    /** Opens one object of the file, or all if undefined. */
    pick: (object: string | undefined) =>
      change((was) => {
        if (!was.evidence) return was
        const { object: _, ...evidence } = was.evidence
        return { ...was, evidence: { ...evidence, ...(object && { object }) } }
      }),
    setKind: (kind: Draft['kind']) => change((was) => ({ ...was, kind })),
  }
}
export type DraftWork = ReturnType<typeof useDraft>

/** Undefined if the draft is empty. */
export function inputFrom({ kind, text, filename, evidence }: Draft): StudioInput | undefined {
  if (evidence) {
    const { id, object } = evidence
    return { kind: 'evidence', evidence_id: id, ...(object && { objects: [object] }) }
  }
  return text.trim() === '' ? undefined : { kind, content: text, ...(filename && { filename }) }
}

const draftOf = ({ kind, content, objects, evidence_id, filename }: StudioInput): Draft => ({
  kind,
  text: content ?? (evidence_id ? '' : objects?.join('\n')) ?? '',
  ...(filename && { filename }),
  ...(evidence_id && {
    evidence: {
      id: evidence_id,
      name: filename ?? 'File of the project',
      ...(objects?.length === 1 && { object: objects[0]! }),
    },
  }),
})

async function readZip(projectId: string, file: File): Promise<EvidenceItem> {
  const { signal } = new AbortController()
  let item = await sendFile(projectId, file, { signal, onProgress: () => undefined })
  while (IN_PROGRESS.includes(item.status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    item = await api.projectEvidence.get({ params: { id: projectId, evidenceId: item.id } })
  }
  if (item.status === 'rejected' || item.status === 'quarantined')
    throw new ApiError('evidence', 422, { code: item.status, detail: item.status_reason })
  return item
}
