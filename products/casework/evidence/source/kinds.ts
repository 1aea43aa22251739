// Decides the kind of a name if the grammar leaves it open: first by the upload, then by the votes of all its places, and
// finally by naming conventions.
import type { Named } from '../../model/artifacts.ts'
import type { Form, Use, Votes } from './uses/found.ts'

/** How a kind was decided. The lists of a workspace are consulted later. */
export type Ground = 'grammar' | 'upload' | 'votes' | 'pattern'

interface Kind extends Named {
  ground: Ground
}

const CERTAIN: Readonly<Partial<Record<Form, string>>> = {
  function: 'FUNC',
  program: 'PROG',
  transaction: 'TRAN',
  messages: 'MSAG',
  authorization: 'SUSO',
  group: 'TYPE',
  badi: 'BADI_DEF',
  behavior: 'BDEF',
  transformation: 'XSLT',
  exit: 'EXIT',
  element: 'DTEL',
  domain: 'DOMA',
  table_type: 'TTYP',
  search_help: 'SHLP',
}
const CLASS = /^C[LX]_/
const INTERFACE = /^(?:IF_|I_[A-Z]{2}_)/
/** Naming convention of the virtual data model. */
const VIEW = /^[ACDEIPRX]_[A-Z]\w{3,}$/
/** The longest table name that the dictionary allows. */
const LONGEST_TABLE = 30
const TABLE_TYPE = /(?:_TT?|(?<!DA)TAB|_TABLE|_TTYP|TABTYPE|TABTY)\d?$|^TT|^T_|^[A-Z0-9]{2,8}_TT?_/
const STRUCTURE = /^S_|^BAPI(?:RET\d|[A-Z]*\d{3})|^[A-Z0-9]{2,8}_S_|_STR(?:UC)?$|_LINE$/
const ELEMENT_LIKE = /_?(?:ID|NAME|NO|NR|KEY|TEXT|CODE|TYPE|LINE)$/

/** `upload` is the type of the uploaded object with this name, if there is one. */
export function kindOf(use: Use, votes: Votes, upload: string | undefined): Kind {
  const { name, form } = use
  const is = (type: string, ground: Ground): Kind => ({ type, name, ground })
  const certain = CERTAIN[form]
  if (certain) return is(certain, 'grammar')
  if (upload) return is(upload, 'upload')
  const bare = name.replace(/^\/\w+\//, '')
  if (form === 'class')
    return is(INTERFACE.test(bare) || /_IF_/.test(bare) ? (CLASS.test(bare) ? 'CLAS' : 'INTF') : 'CLAS', 'pattern')
  if (form === 'reference') return referenceOf(bare, votes, is)
  if (form === 'entity') return is(isTableName(bare) ? 'TABL' : 'CDS_STOB', 'pattern')
  if (form === 'rows' || form === 'structure') return is(isViewName(bare) ? 'CDS_STOB' : 'TABL', 'grammar')
  return typeOf(bare, votes, is)
}

const isViewName = (bare: string): boolean => VIEW.test(bare) || bare.length > LONGEST_TABLE
/** CDS entities have their own naming convention. A short name that does not follow it is a table. */
const isTableName = (bare: string): boolean => !VIEW.test(bare) && bare.length <= 16 && !bare.includes('_')

function referenceOf(bare: string, votes: Votes, is: (type: string, ground: Ground) => Kind): Kind {
  if (CLASS.test(bare)) return is('CLAS', 'pattern')
  if (INTERFACE.test(bare) || /_IF_/.test(bare)) return is('INTF', 'pattern')
  if (votes.badi) return is('BADI_DEF', 'votes')
  const isData = votes.structure || votes.like || votes.rows || votes.table_type || votes.element
  if (!isData && votes.reference) return is('CLAS', 'votes')
  return typeOf(bare, votes, is)
}

function typeOf(bare: string, votes: Votes, is: (type: string, ground: Ground) => Kind): Kind {
  if (votes.structure || votes.rows || votes.like) return is(isViewName(bare) ? 'CDS_STOB' : 'TABL', 'votes')
  if (votes.element && !votes.table_type) return is('DTEL', 'votes')
  if (votes.table_type) return is('TTYP', 'votes')
  if (CLASS.test(bare)) return is('CLAS', 'pattern')
  const called = calledAs(votes)
  if (called) return is(called, 'pattern')
  if (!votes.row && TABLE_TYPE.test(bare)) return is('TTYP', 'pattern')
  if ((votes.row && !votes.plain && !ELEMENT_LIKE.test(bare)) || STRUCTURE.test(bare)) return is('TABL', 'pattern')
  if (VIEW.test(bare) && bare.length > 8 && !votes.plain) return is('CDS_STOB', 'pattern')
  return is('DTEL', 'pattern')
}

/** Decides only if the prefixes of all variables agree. */
function calledAs({ called_structure = 0, called_table = 0, called_element = 0, row }: Votes): string | undefined {
  if (called_element > 0) return called_structure + called_table === 0 && !row ? 'DTEL' : undefined
  if (called_structure > 0) return called_table === 0 ? 'TABL' : undefined
  return called_table > 0 && !row ? 'TTYP' : undefined
}
