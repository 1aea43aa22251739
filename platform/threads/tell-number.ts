// Read by a thread before its file: tells its number in the system to whoever started it.
import { parentPort } from 'node:worker_threads'
import { threadNumber } from './priority.ts'

parentPort?.postMessage(threadNumber())
