// Uploads files as new evidence, one after the other.
import type { Evidence, NewEvidence } from '@veritrace/contract/provenance/evidence'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { fieldErrors, refusal } from '../../shared/refusal.ts'
import { guessKind, titleFrom } from './details.ts'
import { fileProblem, uploadFile } from './upload.ts'

export interface Draft {
  key: string
  file: File
  title: string
  kind: Evidence['kind']
  validUntil: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** The uploaded share, from 0 to 1. */
  share: number
  /** Set after the upload, so that a retry does not send the file again. */
  token?: string
  /** True if the file can never be accepted. */
  unfit?: boolean
  error?: string
  errors: Readonly<Record<string, string>>
}
type Said = Pick<Draft, 'title' | 'kind'>
/** The fields that the form shows for each file. */
const DRAFT_FIELDS = ['title', 'kind', 'valid_until'] as const

export function useNewEvidence(replaced: Said | undefined) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const [isBusy, setBusy] = useState(false)
  const leave = useRef(new AbortController())
  useEffect(() => () => leave.current.abort(), [])

  const change = (key: string, part: Partial<Draft>) =>
    setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = (files: readonly File[]) => {
    const more = files.map((file) => draftOf(file, replaced))
    setDrafts((all) => (replaced ? more : [...all, ...more]))
  }
  const remove = (key: string) => setDrafts((all) => all.filter((one) => one.key !== key))

  const sendOne = async (draft: Draft, fieldsOf: (draft: Draft) => Omit<NewEvidence, 'storage_key_token'>) => {
    const { key, file } = draft
    change(key, { state: 'sending', share: 0, error: '', errors: {} })
    try {
      const { signal } = leave.current
      const token = draft.token ?? (await uploadFile(file, { signal, onProgress: (share) => change(key, { share }) }))
      change(key, { token, share: 1 })
      const made = await api.evidence.create({ body: { ...fieldsOf(draft), storage_key_token: token } })
      change(key, { state: 'done' })
      return made
    } catch (error) {
      change(key, { state: 'failed', error: refusal(error, DRAFT_FIELDS), errors: fieldErrors(error) })
      return undefined
    }
  }
  /** Returns the created evidence. Failed drafts show their error. */
  const send = async (fieldsOf: (draft: Draft) => Omit<NewEvidence, 'storage_key_token'>): Promise<Evidence[]> => {
    setBusy(true)
    leave.current = new AbortController()
    const made: Evidence[] = []
    for (const draft of drafts) {
      if (draft.state === 'done' || draft.unfit || leave.current.signal.aborted) continue
      const one = await sendOne(draft, fieldsOf)
      if (one) made.push(one)
    }
    setBusy(false)
    return made
  }
  return { drafts, add, remove, change, send, isBusy, stop: () => leave.current.abort() }
}

function draftOf(file: File, replaced: Said | undefined): Draft {
  const problem = fileProblem(file)
  return {
    key: crypto.randomUUID?.() ?? `${file.name} ${Math.random()}`,
    file,
    title: replaced?.title ?? titleFrom(file.name),
    kind: replaced?.kind ?? guessKind(file.name),
    validUntil: '',
    state: problem ? 'failed' : 'waiting',
    share: 0,
    errors: {},
    ...(problem && { unfit: true, error: problem }),
  }
}
