// Computes recommendations in a worker thread.
import { parentPort } from 'node:worker_threads'
import { composeRecommendations } from '../compose.ts'
import type { RecommendOrder } from './messages.ts'

parentPort!.on('message', ({ reading, now }: RecommendOrder) =>
  parentPort!.postMessage(composeRecommendations(reading, now)),
)
