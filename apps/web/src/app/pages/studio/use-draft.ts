// What is being worked on: a text, or a file that was handed over.

import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { ApiError } from '@veritrace/contract/client'
import { useState } from 'react'
import { useKept } from '../../../shared/use-kept.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { sendFile } from '../../shared/upload/send-file.ts'
import { useProject } from '../../shared/use-project.ts'
import { inputOf } from './result.ts'
import { kindOfFile } from './samples.ts'
import type { StudioWork } from './use-studio.ts'

export interface Draft {
  /** What it is called in the history, where it has a name of its own. */
  title?: string
  kind: StudioInput['kind']
  text: string
  filename?: string
  /** A zip, which the server has read. */
  evidence?: { id: string; name: string; object?: string }
}

const NEW: Draft = { kind: 'abap_source', text: '' }
const MOST_BYTES = 1_048_576
const WORKING: readonly EvidenceItem['status'][] = ['received', 'scanning', 'parsing']
const LOOK_AGAIN_MS = 800

/** The draft, and the generation that it was taken from. */
interface Work {
  draft: Draft
  taken?: string | undefined
}

export function useDraft({ id, generation, isOurs }: Pick<StudioWork, 'id' | 'generation' | 'isOurs'>) {
  const [{ draft, taken }, setWork] = useKept<Work>('studio', { draft: NEW })
  const [round, setRound] = useState(0)
  const [isReading, setIsReading] = useState(false)
  const { project } = useProject()
  const change = (next: (was: Draft) => Draft) => setWork((was) => ({ ...was, draft: next(was.draft) }))
  const replace = (next: Draft) => {
    change(() => next)
    setRound((was) => was + 1)
  }
  // Once for each generation, or what was written meanwhile is lost; and not in an effect, which would come after the
  // marks of its lines were put to the text before.
  // While it loads nothing is decided: after a reload it may be the one that the kept draft was taken from.
  if (generation?.id !== taken && (generation || !id)) {
    setWork((was) => ({ ...was, taken: generation?.id }))
    const input = generation && !isOurs(generation.id) ? inputOf(generation) : undefined
    if (input) replace(draftOf(input))
  }

  const open = async (file: File): Promise<void> => {
    if (!/\.zip$/i.test(file.name)) {
      if (file.size > MOST_BYTES)
        return void toast.error(`${file.name} is too large`, 'A source may have one megabyte.')
      return replace({ kind: kindOfFile(file.name), text: await file.text(), filename: file.name })
    }
    if (!project) return void toast.error('A zip needs a project', 'Make one under Cases, then drop the file again.')
    setIsReading(true)
    try {
      const { id: evidence } = await readZip(project.id, file)
      replace({ kind: 'evidence', text: '', evidence: { id: evidence, name: file.name } })
    } catch (error) {
      toast.error(`${file.name} was not read`, explain(error))
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
    /** One object of the file; undefined for all of them again. */
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

/** Undefined while there is nothing to look at. */
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
      name: filename ?? 'a file of the project',
      ...(objects?.length === 1 && { object: objects[0]! }),
    },
  }),
})

async function readZip(projectId: string, file: File): Promise<EvidenceItem> {
  const { signal } = new AbortController()
  let item = await sendFile(projectId, file, { signal, onProgress: () => undefined })
  while (WORKING.includes(item.status)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    item = await api.projectEvidence.get({ params: { id: projectId, evidenceId: item.id } })
  }
  if (item.status === 'rejected' || item.status === 'quarantined')
    throw new ApiError('evidence', 422, { code: item.status, detail: item.status_reason })
  return item
}
