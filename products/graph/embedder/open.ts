// Opens the embedder: the configured endpoint, or the built-in model.
import type { Log } from '@veritrace/platform/log'
import { openBuiltIn } from './built-in.ts'
import type { Embedder } from './embedder.ts'
import { openHttpEmbedder } from './http.ts'

export interface EmbedderConfig {
  url: string | undefined
  key: string | undefined
  model: string
  dimension: number
}

export const openEmbedder = (config: EmbedderConfig, log: Log): Embedder =>
  config.url === undefined ? openBuiltIn({ log }) : openHttpEmbedder({ ...config, url: config.url })
