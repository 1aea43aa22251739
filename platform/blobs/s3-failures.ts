// Translates S3 errors into ours.
import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NotFound' || error.name === 'NoSuchKey')

/** Returns undefined for a missing object; rethrows any other failure. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/**
 * The store accepted a connection and then sent nothing for too long. Not retried: a retry would take as long again.
 */
export class StoreSilent extends Error {}

export const storeUnavailable = (): AppError =>
  new AppError('unavailable', 'The blob store does not answer.', {}, { 'retry-after': '5' })

const storeFull = (): AppError =>
  new AppError('storage_full', 'The blob store is full, so nothing was saved.', {}, { 'retry-after': '5' })

/** A store that does not answer is not our bug: callers may retry. A request that it rejects for good is. */
export function asOurError(error: unknown, log?: Log): never {
  if (error instanceof AppError) throw error
  const { name, $metadata } = error as S3ServiceException
  const status = $metadata?.httpStatusCode
  if (name === 'InvalidRange') throw new AppError('range_not_satisfiable')
  if (status === 412 || name === 'PreconditionFailed') throw new AppError('blob_exists')
  if (status === 507) throw storeFull()
  if (status !== undefined && status < 500 && status !== 429) throw error
  log?.warn({ err: error }, 'the blob store does not answer')
  throw storeUnavailable().because(error)
}
