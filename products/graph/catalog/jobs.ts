// The background jobs of the catalog.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { deleteFiles, type FilesToForget, FORGET_FILES } from './forget-files.ts'
import { type FileToPrepare, PREPARE_FILE, prepareFile } from './prepare-file.ts'

export const catalogJobs = (deps: Graph): Job[] => [
  {
    name: PREPARE_FILE,
    concurrency: 1,
    timeoutSeconds: 3_600,
    backoffSeconds: 30,
    handle: (file: FileToPrepare) => prepareFile(deps, file),
  },
  { name: FORGET_FILES, backoffSeconds: 60, handle: (files: FilesToForget) => deleteFiles(deps, files) },
]
