// Imported by a thread before its own code: reports its system ID to the parent.
import { parentPort } from 'node:worker_threads'
import { threadNumber } from './priority.ts'

parentPort?.postMessage(threadNumber())
