// Reads a file of any supported format as a document with passages. Runs in a thread. Pure except for the PDF library.
import { createHash } from 'node:crypto'
import { cutText } from '@veritrace/platform/text'
import { type FileToRead, type PlainDocument, type ReadDocument, UnreadableDocument } from './document.ts'
import { readHtml } from './html.ts'
import { namesIn } from './identifiers.ts'
import { readMarkdown } from './markdown.ts'
import { passagesOf } from './passages.ts'
import { readPdf } from './pdf.ts'
import { readPlain } from './plain.ts'

const MAX_TEXT_LENGTH = 8 * 1024 * 1024
const MAX_TITLE_LENGTH = 300

export async function readFile({ bytes, path, url = null, language = 'en' }: FileToRead): Promise<ReadDocument> {
  const plain = await readPlainDocument(bytes, path)
  return finish(plain, { path, url, language, bytes: bytes.length, hash: hashOf(bytes) })
}

/** Reads our own Markdown from a string. */
export const readOwnMarkdown = (source: string, path: string): ReadDocument => {
  const bytes = Buffer.from(source)
  return finish(readMarkdown(source), { path, url: null, language: 'en', bytes: bytes.length, hash: hashOf(bytes) })
}

interface About {
  path: string
  url: string | null
  language: string
  bytes: number
  hash: string
}

function finish(plain: PlainDocument, { path, url, language, bytes, hash }: About): ReadDocument {
  const title = cutText(plain.title || nameOf(path), MAX_TITLE_LENGTH)
  const passages = passagesOf({ ...plain, title })
  return {
    ...plain,
    title,
    path,
    url,
    language,
    bytes,
    words: plain.text.match(/\S+/g)?.length ?? 0,
    content_hash: hash,
    passages,
    named_at: namesIn(plain.text),
  }
}

async function readPlainDocument(bytes: Uint8Array, path: string): Promise<PlainDocument> {
  if (isPdf(bytes)) return cleaned(await readPdf(bytes))
  const source = clean(decode(bytes))
  if (source.length > MAX_TEXT_LENGTH)
    throw new UnreadableDocument(`The text is longer than ${MAX_TEXT_LENGTH / 1024 / 1024} million characters.`)
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'html' || ending === 'htm' || ending === 'xhtml') return readHtml(source)
  if (ending === 'md' || ending === 'markdown') return readMarkdown(source)
  // Addresses of pages often have no extension.
  return /^\s*<(?:!doctype html|html)\b/i.test(source) ? readHtml(source) : readPlain(source)
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableDocument('The file is not UTF-8.')
  }
}

/** Replaces control characters, which the database rejects or which are invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const clean = (text: string): string => text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')

// Replaces one character by one, so that positions stay valid.
const cleaned = (plain: PlainDocument): PlainDocument => ({
  ...plain,
  title: clean(plain.title),
  text: clean(plain.text),
})

const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim() || path

const hashOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
