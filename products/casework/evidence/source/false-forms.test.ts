// Forms that look like an SAP name but are none, and forms that hide one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classOf, includeXml, usesOfSap } from './testing.ts'

type Case = readonly [name: string, files: Readonly<Record<string, string>> | string, expected: readonly string[]]

const CASES: readonly Case[] = [
  [
    'a component named type is a comparison, not a declaration',
    "DATA ls_return TYPE bapiret2.\nIF ls_return-type EQ 'E' OR ls_return-type NE 'W'.\nENDIF.",
    ['type TABL:BAPIRET2'],
  ],
  [
    'the word after a generic type is not a type',
    {
      'zc.clas.abap': classOf(
        ' METHODS a IMPORTING it TYPE ANY TABLE EXPORTING et TYPE STANDARD TABLE RETURNING VALUE(r) TYPE i RAISING cx_static_check.\n METHODS b IMPORTING i TYPE data j TYPE REF TO data k TYPE csequence l TYPE INDEX TABLE EXPORTING e TYPE any.',
      ),
    },
    ['type CLAS:CX_STATIC_CHECK'],
  ],
  [
    'the row type of a parameter, an attribute or a field symbol is not a dictionary type',
    {
      'zc.clas.abap': classOf(
        ' DATA mt TYPE string_table.\n METHODS a IMPORTING it_tab TYPE string_table io TYPE REF TO zc.',
        ' DATA ls LIKE LINE OF mt.\n FIELD-SYMBOLS <f> LIKE LINE OF mt.\n DATA y LIKE <f>.\n DATA z LIKE me->mt.',
      ),
    },
    ['type TTYP:STRING_TABLE'],
  ],
  [
    'a parameter typed like an inherited attribute names nothing',
    {
      'zcx.clas.abap':
        'CLASS zcx DEFINITION PUBLIC INHERITING FROM cx_static_check.\n PUBLIC SECTION.\n METHODS constructor IMPORTING !textid LIKE textid OPTIONAL !previous LIKE previous OPTIONAL.\nENDCLASS.\nCLASS zcx IMPLEMENTATION.\n METHOD constructor.\n super->constructor( textid = textid previous = previous ).\n ENDMETHOD.\nENDCLASS.',
    },
    ['inherit CLAS:CX_STATIC_CHECK'],
  ],
  [
    'the words of an access control are not tables',
    {
      'zd.dcls.asdcls':
        "define role zd { grant select on zv where inheriting conditions from entity I_Foo; grant select on I_Bar where ( a ) = aspect pfcg_auth( V_VBAK_AAT, X, actvt = '03' ); }",
    },
    ['use CDS_STOB:I_BAR', 'use CDS_STOB:I_FOO', 'use SUSO:V_VBAK_AAT'],
  ],
  [
    'includes of one program share their declarations',
    {
      'zm.prog.abap': 'REPORT zm.\nINCLUDE zm_top.\nINCLUDE zm_f01.',
      'zm_top.prog.abap':
        'TYPES: BEGIN OF gty_x, a TYPE matnr, END OF gty_x.\nCLASS lcl_output DEFINITION.\nPUBLIC SECTION.\nCLASS-METHODS go.\nENDCLASS.\nCLASS lcl_output IMPLEMENTATION.\nMETHOD go.\nENDMETHOD.\nENDCLASS.',
      'zm_top.prog.xml': includeXml('ZM_TOP'),
      'zm_f01.prog.abap':
        'DATA o TYPE REF TO lcl_output.\nDATA x TYPE gty_x.\nFORM f USING p TYPE gty_x.\nlcl_output=>go( ).\nENDFORM.',
      'zm_f01.prog.xml': includeXml('ZM_F01'),
    },
    ['type DTEL:MATNR'],
  ],
  [
    'a component named like a table hides neither reads nor writes of the table',
    'TYPES: BEGIN OF ty_x, vbak TYPE vbak, END OF ty_x.\nDATA lt TYPE TABLE OF vbak.\nSELECT * FROM vbak INTO TABLE lt.\nUPDATE vbak SET netwr = 0.',
    ['read TABL:VBAK', 'type TABL:VBAK', 'write TABL:VBAK'],
  ],
  [
    'flags of the dictionary are dictionary types',
    'DATA a TYPE flag.\nDATA b TYPE boolean.',
    ['type DTEL:BOOLEAN', 'type DTEL:FLAG'],
  ],
  [
    'classic declarations name tables',
    'TABLES vbak.\nSELECT-OPTIONS s FOR vbak-vbeln.\nPARAMETERS p LIKE mara-matnr.\nRANGES r FOR likp-vbeln.\nDATA BEGIN OF i OCCURS 0.\nINCLUDE STRUCTURE vbap.\nDATA END OF i.',
    ['type TABL:LIKP', 'type TABL:MARA', 'type TABL:VBAK', 'type TABL:VBAP'],
  ],
  ['an option for a table without TABLES still names it', 'SELECT-OPTIONS s FOR kna1-kunnr.', ['type TABL:KNA1']],
  ['an option for a variable names nothing', 'DATA v TYPE i.\nSELECT-OPTIONS s FOR v.', []],
  [
    'short forms of writes mean the database, unless a variable has the same name',
    'TABLES vbuk.\nDATA wa TYPE vbak.\nDATA lt TYPE STANDARD TABLE OF vbak WITH HEADER LINE.\nDATA lv TYPE lvc_t_fcat.\nDELETE vbak FROM wa.\nMODIFY lt FROM wa.\nINSERT lt FROM wa.\nDELETE lt FROM 2.\nMODIFY lt.\nDELETE lt.\nMODIFY lv FROM wa INDEX 1.\nINSERT INTO vbap VALUES wa.\nMODIFY mara FROM wa.\nMODIFY vbuk.\nDELETE vbuk.\nUPDATE vbuk.\nINSERT vbuk.',
    [
      'type TABL:VBAK',
      'type TABL:VBUK',
      'type TTYP:LVC_T_FCAT',
      'write TABL:MARA',
      'write TABL:VBAK',
      'write TABL:VBAP',
      'write TABL:VBUK',
    ],
  ],
  [
    'joins, subqueries, unions and cursors are reads; common table expressions and internal tables are not',
    'DATA t TYPE string.\nSELECT a~b FROM vbak AS a LEFT OUTER JOIN vbap AS b ON a~x = b~x WHERE EXISTS ( SELECT * FROM likp WHERE x = 1 ) INTO TABLE @DATA(l1).\nWITH +c AS ( SELECT x FROM kna1 ) SELECT * FROM +c INTO TABLE @DATA(l2).\nSELECT * FROM @l1 AS x INTO TABLE @DATA(l3).\nSELECT * FROM (t) INTO TABLE @l1.\nSELECT x FROM lips UNION SELECT x FROM vbfa INTO TABLE @DATA(l4).\nOPEN CURSOR @DATA(c) FOR SELECT * FROM bkpf.',
    [
      '1 dynamic',
      'read TABL:BKPF',
      'read TABL:KNA1',
      'read TABL:LIKP',
      'read TABL:LIPS',
      'read TABL:VBAK',
      'read TABL:VBAP',
      'read TABL:VBFA',
    ],
  ],
  [
    'the tables that an AMDP uses are reads',
    {
      'za.clas.abap':
        'CLASS za DEFINITION PUBLIC.\n PUBLIC SECTION.\n INTERFACES if_amdp_marker_hdb.\n METHODS m.\nENDCLASS.\nCLASS za IMPLEMENTATION.\n METHOD m BY DATABASE PROCEDURE FOR HDB LANGUAGE SQLSCRIPT OPTIONS READ-ONLY USING vbak vbap zother=>m.\n et = select * from vbak;\n ENDMETHOD.\nENDCLASS.',
    },
    ['implement INTF:IF_AMDP_MARKER_HDB', 'read TABL:VBAK', 'read TABL:VBAP'],
  ],
  [
    'a type that a superclass outside the upload may have is not reported',
    {
      'zs.clas.abap': classOf(
        ' METHODS m IMPORTING i TYPE ty_inherited j TYPE matnr.',
        '',
        'INHERITING FROM cl_sap_thing',
      ).replaceAll(' zc ', ' zs '),
    },
    ['inherit CLAS:CL_SAP_THING', 'type DTEL:MATNR'],
  ],
]

for (const [name, files, expected] of CASES)
  test(name, () => {
    const sources = typeof files === 'string' ? { 'z1.prog.abap': `REPORT z1.\n${files}\n` } : files
    assert.deepEqual(usesOfSap(sources), [...expected].sort())
  })
