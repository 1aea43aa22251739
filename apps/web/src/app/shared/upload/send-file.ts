// Uploads a file to a project. Only XMLHttpRequest reports the progress.

import slices from 'virtual:casework-lines'
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { ApiError } from '@veritrace/contract/client'
import { acting } from '../../../session/acting.ts'
import { retryAfter } from '../../../session/limit.ts'
import { sessionEnded } from '../../../session/session.ts'

const { line, path } = slices.projectEvidence.upload

interface Options {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(share: number): void
}

export function sendFile(projectId: string, file: File, { signal, onProgress }: Options): Promise<EvidenceItem> {
  const request = new XMLHttpRequest()
  request.open('POST', `/api/casework${path.replace('{id}', encodeURIComponent(projectId))}`)
  request.setRequestHeader('x-csrf', '1')
  request.setRequestHeader('x-context-id', 'default')
  if (acting) {
    request.setRequestHeader('x-tenant-id', acting.tenant)
    request.setRequestHeader('x-workspace-id', acting.workspace)
  }
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => request.abort())
    request.onabort = () => reject(new Error('Upload canceled.'))
    request.onerror = () => reject(new Error('The server did not respond. Check your connection.'))
    request.onload = () => {
      if (request.status === 401) sessionEnded()
      if (request.status < 300) resolve(request.response)
      else
        reject(new ApiError(line, request.status, { ...request.response, retry_after: retryAfter(answerOf(request)) }))
    }
    request.send(form)
  })
}

const answerOf = (request: XMLHttpRequest) => ({ headers: { get: (name: string) => request.getResponseHeader(name) } })
