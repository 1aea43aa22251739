// Names and signatures of a few base classes, written by hand. Without them, every name that a class inherits from them
// (previous, textid, get_text …) is unknown, and so is everything that depends on it.
import { type IObject, MemoryFile } from './parts.ts'

const FOLDER = 'stubs/'
export const isStub = (object: IObject): boolean =>
  object.getFiles().every((file) => file.getFilename().startsWith(FOLDER))

/** True for the stub of a class that was not uploaded and is otherwise unknown. */
export const isEmptyStub = (object: IObject): boolean => isStub(object) && !BASE.has(object.getName().toUpperCase())
const BASE = new Set(['CX_ROOT', 'CX_STATIC_CHECK', 'CX_DYNAMIC_CHECK', 'CX_NO_CHECK'])

interface ClassStub {
  name: string
  parent?: string
  /** The public section. */
  section?: string
  methods?: string
}

export function classStub({ name, parent, section = '', methods = '' }: ClassStub): InstanceType<typeof MemoryFile> {
  const inherits = parent ? `INHERITING FROM ${parent} ` : ''
  return new MemoryFile(
    `${FOLDER}${name.toLowerCase().replaceAll('/', '#')}.clas.abap`,
    `CLASS ${name} DEFINITION PUBLIC ${inherits}CREATE PUBLIC.\n PUBLIC SECTION.\n${section}\nENDCLASS.
CLASS ${name} IMPLEMENTATION.\n${methods}\nENDCLASS.\n`,
  )
}

const interfaceStub = (name: string, body: string) =>
  new MemoryFile(`${FOLDER}${name}.intf.abap`, `INTERFACE ${name} PUBLIC.\n${body}\nENDINTERFACE.\n`)

const ATTRIBUTES = ['attr1', 'attr2', 'attr3', 'attr4']
const empty = (...names: string[]): string => names.map((name) => ` METHOD ${name}.\n ENDMETHOD.`).join('\n')

export const BASE_STUBS = [
  interfaceStub(
    'if_message',
    ` METHODS get_text RETURNING VALUE(result) TYPE string.
 METHODS get_longtext IMPORTING preserve_newlines TYPE abap_bool OPTIONAL RETURNING VALUE(result) TYPE string.`,
  ),
  interfaceStub(
    'if_t100_message',
    ` TYPES: BEGIN OF scx_t100key, msgid TYPE c LENGTH 20, msgno TYPE n LENGTH 3,
${ATTRIBUTES.map((name) => ` ${name} TYPE c LENGTH 255,`).join('')} END OF scx_t100key.
 CONSTANTS: BEGIN OF default_textid, msgid TYPE c LENGTH 20 VALUE '', msgno TYPE n LENGTH 3 VALUE '',
${ATTRIBUTES.map((name) => ` ${name} TYPE c LENGTH 255 VALUE '',`).join('')} END OF default_textid.
 DATA t100key TYPE scx_t100key.
 INTERFACES if_message.`,
  ),
  interfaceStub(
    'if_t100_dyn_msg',
    ` INTERFACES if_t100_message.
 DATA: msgty TYPE c LENGTH 1, msgv1 TYPE c LENGTH 50, msgv2 TYPE c LENGTH 50, msgv3 TYPE c LENGTH 50, msgv4 TYPE c LENGTH 50.`,
  ),
  classStub({
    name: 'cx_root',
    section: ` INTERFACES if_message.
 ALIASES get_text FOR if_message~get_text.
 ALIASES get_longtext FOR if_message~get_longtext.
 CONSTANTS cx_root TYPE c LENGTH 32 VALUE ''.
 DATA textid TYPE c LENGTH 32.
 DATA previous TYPE REF TO cx_root.
 DATA kernel_errid TYPE c LENGTH 30.
 DATA is_resumable TYPE abap_bool.
 METHODS constructor IMPORTING textid LIKE textid OPTIONAL previous TYPE REF TO cx_root OPTIONAL.
 METHODS get_source_position EXPORTING program_name TYPE csequence include_name TYPE csequence source_line TYPE i.`,
    methods: empty('constructor', 'get_source_position', 'if_message~get_text', 'if_message~get_longtext'),
  }),
  classStub({ name: 'cx_static_check', parent: 'cx_root' }),
  classStub({ name: 'cx_dynamic_check', parent: 'cx_root' }),
  classStub({ name: 'cx_no_check', parent: 'cx_root' }),
]
