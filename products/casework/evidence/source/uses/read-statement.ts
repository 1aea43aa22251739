// Reads one statement: first by its kind, then by the nodes that contain names.
import type { At } from './at.ts'
import {
  readAssign,
  readAuthority,
  readBadi,
  readCreate,
  readDynamicMethod,
  readEntities,
  readMessage,
  readMessageId,
  readPerform,
  readProgram,
  readTransaction,
  readTransformation,
  readTypePool,
} from './calls.ts'
import { readNativeSql } from './native-sql.ts'
import { readAmbiguousWrite, readCluster, readInfotypes, readUsing, readWorkArea } from './tables.ts'
import { walk } from './walk.ts'

/** These statements contain no other external names. */
const WHOLE: Readonly<Record<string, (at: At) => void>> = {
  Tables: readWorkArea,
  Nodes: readWorkArea,
  Infotypes: readInfotypes,
  NativeSQL: readNativeSql,
  Include: readProgram,
  TypePools: readTypePool,
  TypePool: () => {},
  ClassDeferred: () => {},
  InterfaceDeferred: () => {},
  ClassLocalFriends: () => {},
  Comment: () => {},
  Empty: () => {},
}

const ALSO: Readonly<Record<string, (at: At) => void>> = {
  DeleteInternal: readAmbiguousWrite,
  ModifyInternal: readAmbiguousWrite,
  Export: readCluster,
  Import: readCluster,
  DeleteCluster: readCluster,
  MethodImplementation: readUsing,
  Submit: readProgram,
  Perform: readPerform,
  CallTransaction: readTransaction,
  Leave: readTransaction,
  CallTransformation: readTransformation,
  AuthorityCheck: readAuthority,
  GetBadi: readBadi,
  Message: readMessage,
  Raise: readMessage,
  Report: readMessageId,
  Program: readMessageId,
  FunctionPool: readMessageId,
  ReadEntities: readEntities,
  ModifyEntities: readEntities,
  GetPermissions: readEntities,
  SetLocks: readEntities,
  CreateObject: readCreate,
  CreateData: readCreate,
  Assign: readAssign,
  Call: readDynamicMethod,
}

export function readStatement(at: At): void {
  const whole = WHOLE[at.kind]
  if (whole) whole(at)
  else {
    ALSO[at.kind]?.(at)
    walk(at, at.statement)
  }
}
