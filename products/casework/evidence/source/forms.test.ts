// Forms of ABAP, CDS and the dictionary, each with the SAP names that it uses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classOf, includeXml, usesOfSap } from './testing.ts'

/** Statements of a report, with the uses that are expected. */
const REPORTS: readonly (readonly [name: string, code: string, expected: string])[] = [
  ['a chain of writes', 'INSERT: vbak FROM wa, vbap FROM wb.', 'write TABL:VBAK, write TABL:VBAP'],
  ['MODIFY from a table', 'DATA lt TYPE TABLE OF mara.\nMODIFY mara FROM TABLE lt.', 'type TABL:MARA, write TABL:MARA'],
  ['DELETE with a condition', "DELETE FROM marc WHERE matnr = '1'.", 'write TABL:MARC'],
  ['a write by a literal', "UPDATE ('VBAP') SET a = 1.", 'write TABL:VBAP'],
  [
    'a read by a constant',
    "CONSTANTS c TYPE c LENGTH 30 VALUE 'T001W'.\nSELECT * FROM (c) INTO TABLE @DATA(t).",
    'read TABL:T001W',
  ],
  [
    'a read by a variable with an initial value',
    "DATA c TYPE c LENGTH 30 VALUE 'T001W'.\nSELECT * FROM (c) INTO TABLE @DATA(t).",
    '1 dynamic',
  ],
  [
    'a join in a literal',
    "SELECT * FROM ('vbak AS a INNER JOIN vbap AS b ON a~vbeln = b~vbeln') INTO TABLE @DATA(t).",
    'read TABL:VBAK, read TABL:VBAP',
  ],
  ['a work area with a star', 'TABLES *vbak.\nSELECT SINGLE * FROM *vbak.', 'read TABL:VBAK, type TABL:VBAK'],
  ['a table of a namespace', 'SELECT * FROM /scwm/lagp INTO TABLE @DATA(t).', 'read TABL:/SCWM/LAGP'],
  [
    'a table named like a keyword',
    'SELECT * FROM t000 INTO TABLE @DATA(type).\nSELECT * FROM edidc WHERE docnum = 1 INTO TABLE @DATA(from).',
    'read TABL:EDIDC, read TABL:T000',
  ],
  [
    'a path over an association',
    'SELECT FROM i_salesorder\\_item AS i FIELDS a INTO TABLE @DATA(t).',
    'read CDS_STOB:I_SALESORDER',
  ],
  [
    'FOR ALL ENTRIES',
    'DATA lt TYPE TABLE OF vbak.\nSELECT * FROM vbap FOR ALL ENTRIES IN lt WHERE vbeln = lt-vbeln INTO TABLE @DATA(x).',
    'read TABL:VBAP, type TABL:VBAK',
  ],
  ['SELECT … ENDSELECT', 'SELECT * FROM bseg INTO @DATA(x).\nENDSELECT.', 'read TABL:BSEG'],
  [
    'a cluster',
    "DATA d TYPE i.\nEXPORT d TO DATABASE indx(zz) ID 'A'.\nIMPORT d FROM DATABASE stxl(tx) ID 'B'.",
    'read TABL:STXL, write TABL:INDX',
  ],
  ['native SQL', 'EXEC SQL.\nSELECT bukrs INTO :x FROM t001\nENDEXEC.', 'read TABL:T001'],
  ['native SQL of another schema', 'EXEC SQL.\nSELECT a INTO :x FROM other.customers\nENDEXEC.', ''],
  [
    'native SQL of another database',
    "EXEC SQL.\nCONNECT TO 'ORA'\nENDEXEC.\nEXEC SQL.\nSELECT a INTO :x FROM customers\nENDEXEC.",
    '',
  ],
  ['a function module by a constant', "CONSTANTS c TYPE string VALUE 'BAPI_X'.\nCALL FUNCTION c.", 'call FUNC:BAPI_X'],
  ['a function module by a variable', 'DATA f TYPE string.\nCALL FUNCTION f.', '1 dynamic'],
  [
    'function modules in every mode',
    "CALL FUNCTION 'A_B' IN UPDATE TASK.\nCALL FUNCTION 'C_D' STARTING NEW TASK 't'.\nCALL FUNCTION 'E_F' DESTINATION 'X'.\nCALL FUNCTION '/AIF/G' IN BACKGROUND TASK.",
    'call FUNC:/AIF/G, call FUNC:A_B, call FUNC:C_D, call FUNC:E_F',
  ],
  [
    'parameters of a call are not tables',
    "DATA vbak TYPE i.\nCALL FUNCTION 'X_Y' EXPORTING vbap = 1 TABLES mara = vbak.",
    'call FUNC:X_Y',
  ],
  [
    'programs that are submitted',
    "DATA p TYPE c LENGTH 40.\nSUBMIT rsusr003 WITH s = 1 AND RETURN.\nSUBMIT ('RSPARAM').\nSUBMIT (p).",
    '1 dynamic, call PROG:RSPARAM, call PROG:RSUSR003',
  ],
  [
    'custom programs outside the upload are not SAP’s',
    'SUBMIT zother.\nPERFORM f IN PROGRAM saplzgroup.\nPERFORM g(sapmzpool).\nINCLUDE lzgrouptop.',
    '',
  ],
  [
    'subroutines of other programs',
    'PERFORM f IN PROGRAM sapmv45a IF FOUND.\nPERFORM g(saplbbbb) USING x.\nPERFORM own.\nFORM own.\nENDFORM.',
    'call PROG:SAPLBBBB, call PROG:SAPMV45A',
  ],
  [
    'a subroutine of a program that is only known at run time',
    'DATA p TYPE c LENGTH 40.\nPERFORM f IN PROGRAM (p).',
    '1 dynamic',
  ],
  [
    'transactions',
    "CALL TRANSACTION 'VA01' USING bd.\nLEAVE TO TRANSACTION 'VA02'.\nLEAVE TO SCREEN 0.\nLEAVE PROGRAM.",
    'call TRAN:VA01, call TRAN:VA02',
  ],
  [
    'messages',
    "MESSAGE e001(vl) WITH 'x'.\nMESSAGE ID 'V1' TYPE 'E' NUMBER '001'.\nMESSAGE 'text' TYPE 'S'.",
    'use MSAG:V1, use MSAG:VL',
  ],
  [
    'authority checks',
    "AUTHORITY-CHECK OBJECT 'S_TCODE' ID 'TCD' FIELD 'X'.\nDATA o TYPE c LENGTH 10.\nAUTHORITY-CHECK OBJECT o ID 'A' DUMMY.",
    'use SUSO:S_TCODE',
  ],
  [
    'a transformation',
    'CALL TRANSFORMATION stpx SOURCE XML x RESULT y = z.\nCALL TRANSFORMATION id SOURCE a = b RESULT XML c.',
    'call XSLT:STPX',
  ],
  [
    'a BAdI',
    'DATA b TYPE REF TO badi_foo.\nGET BADI b.\nCALL BADI b->do.',
    'call BADI_DEF:BADI_FOO, type BADI_DEF:BADI_FOO',
  ],
  ['the memory of another program', "ASSIGN ('(SAPMV45A)XVBAK[]') TO FIELD-SYMBOL(<x>).", 'use PROG:SAPMV45A'],
  [
    'a class by a literal',
    "DATA o TYPE REF TO object.\nCREATE OBJECT o TYPE ('CL_BCS').\nCALL METHOD ('CL_GUI_CFW')=>('FLUSH').",
    'call CLAS:CL_BCS, call CLAS:CL_GUI_CFW',
  ],
  [
    'a class that is only known at run time',
    'DATA o TYPE REF TO object.\nDATA n TYPE string.\nCREATE OBJECT o TYPE (n).\nCALL METHOD o->(n).',
    '2 dynamic',
  ],
  [
    'data by a literal',
    "DATA d TYPE REF TO data.\nCREATE DATA d TYPE ('MARA').\nCREATE DATA d TYPE STANDARD TABLE OF ('VBAK-X').",
    'type DTEL:MARA, type DTEL:VBAK',
  ],
  ['OLE', "DATA o TYPE ole2_object.\nCREATE OBJECT o 'EXCEL.APPLICATION'.\nCALL METHOD OF o 'Quit'.", 'type TYPE:OLE2'],
  [
    'types of groups',
    'TYPE-POOLS: slis, abap, vrm.\nDATA a TYPE slis_t_fieldcat_alv.\nDATA b TYPE abap_parmbind_tab.\nDATA c TYPE abap_bool.',
    'type TYPE:SLIS, type TYPE:VRM',
  ],
  [
    'types of the language',
    'DATA: a TYPE i, b TYPE string, c TYPE p LENGTH 8 DECIMALS 2, d TYPE decfloat34, e TYPE sy-subrc, f LIKE sy-tabix, g(10), h TYPE xstring, i TYPE utclong, j TYPE int8, k LIKE syst-subrc.',
    '',
  ],
  ['infotypes', 'INFOTYPES: 0002, 9001.', 'type TABL:P0002'],
  ['a reference to data', 'DATA r TYPE REF TO vbak.\nr->vbeln = 1.\nDATA s TYPE vbak.\ns-vbeln = 1.', 'type TABL:VBAK'],
  ['a table type', 'DATA t TYPE bapiret2_t.\nLOOP AT t INTO DATA(x).\nENDLOOP.', 'type TTYP:BAPIRET2_T'],
  ['a structure with a neutral name', 'DATA t TYPE lips.\nt-vbeln = 1.', 'type TABL:LIPS'],
  [
    'a data element with a value',
    "DATA t TYPE char10 VALUE 'x'.\nCONSTANTS c TYPE bukrs VALUE '1000'.",
    'type DTEL:BUKRS, type DTEL:CHAR10',
  ],
  ['ranges', 'DATA r TYPE RANGE OF vbeln_va.\nDATA q TYPE RANGE OF mara-matnr.', 'type DTEL:VBELN_VA, type TABL:MARA'],
  [
    'constructors',
    'DATA(a) = VALUE bapiret2( type = 1 ).\nDATA(b) = CONV char40( 1 ).\nDATA(c) = NEW cl_foo( ).\nDATA(d) = CAST if_bar( c ).',
    'call CLAS:CL_FOO, type DTEL:CHAR40, type INTF:IF_BAR, type TABL:BAPIRET2',
  ],
  [
    'old-style field symbols',
    'FIELD-SYMBOLS <a> TYPE vbap.\nFIELD-SYMBOLS <b> TYPE ANY TABLE.\n<a>-posnr = 1.',
    'type TABL:VBAP',
  ],
  [
    'subroutines with types',
    'FORM f TABLES t STRUCTURE vbak USING a TYPE matnr b LIKE mara-mtart c TYPE any CHANGING d TYPE ANY TABLE.\nENDFORM.',
    'type DTEL:MATNR, type TABL:MARA, type TABL:VBAK',
  ],
  [
    'strings, templates and comments',
    "* UPDATE vbak SET a = 1.\nDATA(x) = |SELECT * FROM { sy-datum } mara|.\nWRITE 'CALL FUNCTION X'. \" INSERT kna1.\nx = `FROM bkpf`.",
    '',
  ],
  [
    'a macro',
    'DEFINE read.\nSELECT * FROM &1 INTO TABLE @DATA(&2).\nEND-OF-DEFINITION.\nread vbak t1.\nread vbap t2.',
    'read TABL:VBAK, read TABL:VBAP',
  ],
  [
    'local classes',
    'CLASS cl_mine DEFINITION.\nPUBLIC SECTION.\nCLASS-METHODS go.\nENDCLASS.\nCLASS cl_mine IMPLEMENTATION.\nMETHOD go.\nENDMETHOD.\nENDCLASS.\nSTART-OF-SELECTION.\ncl_mine=>go( ).\nDATA o TYPE REF TO cl_mine.',
    '',
  ],
  [
    'entities of behavior',
    'READ ENTITIES OF i_salesordertp ENTITY salesorder ALL FIELDS WITH VALUE #( ) RESULT DATA(r).\nMODIFY ENTITIES OF i_producttp ENTITY product UPDATE FROM VALUE #( ).',
    'read BDEF:I_SALESORDERTP, write BDEF:I_PRODUCTTP',
  ],
]

for (const [name, code, expected] of REPORTS)
  test(`in a report: ${name}`, () =>
    assert.equal(
      usesOfSap({ 'z1.prog.abap': `REPORT z1.\n${code}\n` }).join(', '),
      expected.split(', ').filter(Boolean).sort().join(', '),
    ))

const FILES: readonly (readonly [name: string, files: Readonly<Record<string, string>>, expected: string])[] = [
  [
    'exceptions of a method',
    {
      'zc.clas.abap': classOf(
        ' METHODS m RAISING cx_sy_zerodivide RESUMABLE(cx_root).',
        ' TRY.\n CATCH cx_sy_conversion_error INTO DATA(e).\n RAISE EXCEPTION TYPE cx_abap_not_found.\n ENDTRY.',
      ),
    },
    'type CLAS:CX_ABAP_NOT_FOUND, type CLAS:CX_ROOT, type CLAS:CX_SY_CONVERSION_ERROR, type CLAS:CX_SY_ZERODIVIDE',
  ],
  [
    'a method of an interface',
    { 'zc.clas.abap': classOf(' INTERFACES if_x.\n ALIASES go FOR if_x~go.') },
    'implement INTF:IF_X',
  ],
  [
    'a constant of a class',
    {
      'zc.clas.abap': classOf(
        '',
        ' DATA(x) = cl_abap_char_utilities=>newline.\n cl_gui_frontend_services=>gui_upload( ).',
      ),
    },
    'call CLAS:CL_GUI_FRONTEND_SERVICES, use CLAS:CL_ABAP_CHAR_UTILITIES',
  ],
  [
    'a type of an interface',
    { 'zc.clas.abap': classOf(' DATA a TYPE if_salv_c_sort=>sort.\n DATA b TYPE cl_x=>ty_y-z.') },
    'type CLAS:CL_X, type INTF:IF_SALV_C_SORT',
  ],
  [
    'friends and deferred classes',
    {
      'zc.clas.abap': classOf(''),
      'zc.clas.locals_def.abap':
        'CLASS lcl_a DEFINITION DEFERRED.\nCLASS zc DEFINITION LOCAL FRIENDS lcl_a ltcl_b.\nCLASS lcl_a DEFINITION.\nENDCLASS.',
    },
    '',
  ],
  [
    'classes of the upload',
    {
      'zc.clas.abap': classOf('', ' DATA o TYPE REF TO zd.\n zd=>go( ).'),
      'zd.clas.abap': 'CLASS zd DEFINITION PUBLIC.\nENDCLASS.\nCLASS zd IMPLEMENTATION.\nENDCLASS.',
    },
    '',
  ],
  [
    'an alias of an entity in a behavior handler is not a name',
    {
      'zc.clas.abap': classOf(
        ' METHODS a FOR READ IMPORTING keys FOR READ travel RESULT result.\n METHODS b FOR MODIFY IMPORTING keys FOR ACTION travel~accept RESULT result.',
      ),
    },
    '',
  ],
  [
    'a view',
    {
      'zv.ddls.asddls':
        'define view entity ZV as select from vbak as a inner join I_Product as p on p.x = a.y // from mara\n association [0..1] to I_Customer as _C on 1 = 1\n{ key a.vbeln, cast( a.x as abap.char(10) ) as y, cast( a.z as matnr preserving type ) as w, _C.name }',
    },
    'read CDS_STOB:I_CUSTOMER, read CDS_STOB:I_PRODUCT, read TABL:VBAK, type DTEL:MATNR',
  ],
  [
    'a view with its SQL view',
    {
      'zv.ddls.asddls': "@AbapCatalog.sqlViewName: 'ZSQL'\ndefine view ZV as select from t001 { bukrs }",
      'z1.prog.abap': 'REPORT z1.\nSELECT * FROM zsql INTO TABLE @DATA(t).',
    },
    'read TABL:T001',
  ],
  [
    'a projection',
    {
      'zv.ddls.asddls':
        'define root view entity ZV as projection on I_SalesOrder { key SalesOrder, _Item : redirected to composition child ZItem }',
    },
    'read CDS_STOB:I_SALESORDER',
  ],
  [
    'a composition',
    {
      'zv.ddls.asddls':
        'define root view entity ZV as select from vbak composition [0..*] of ZItem as _I { key vbeln, _I }',
    },
    'read TABL:VBAK',
  ],
  [
    'a behavior definition',
    {
      'zv.bdef.asbdef':
        'managed implementation in class zbp unique;\ndefine behavior for ZV alias V\npersistent table vbak\nlock master\n{ create; mapping for vbak { a = b; } }',
    },
    'type TABL:VBAK, write TABL:VBAK',
  ],
  [
    'a service',
    { 'zs.srvd.srvdsrv': 'define service ZS { expose I_SalesOrder as Orders; expose ZV; }' },
    'use CDS_STOB:I_SALESORDER',
  ],
  [
    'an annotation',
    { 'zx.ddlx.asddlxs': '@Metadata.layer: #CORE annotate view C_SalesOrder with { }' },
    'use CDS_STOB:C_SALESORDER',
  ],
  [
    'a table of the dictionary',
    {
      'zt.tabl.xml':
        '<DD03P_TABLE><DD03P><FIELDNAME>A</FIELDNAME><ROLLNAME>MATNR</ROLLNAME><COMPTYPE>E</COMPTYPE></DD03P><DD03P><FIELDNAME>.INCLUDE</FIELDNAME><PRECFIELD>BAPIRET2</PRECFIELD></DD03P><DD03P><FIELDNAME>B</FIELDNAME><ROLLNAME>BAPIRET2_T</ROLLNAME><COMPTYPE>L</COMPTYPE></DD03P></DD03P_TABLE>',
    },
    'type DTEL:MATNR, type TABL:BAPIRET2, type TTYP:BAPIRET2_T',
  ],
  [
    'a data element',
    { 'ze.dtel.xml': '<DD04V><ROLLNAME>ZE</ROLLNAME><DOMNAME>CHAR10</DOMNAME></DD04V>' },
    'type DOMA:CHAR10',
  ],
  [
    'an include without its main program',
    {
      'zxu01.prog.abap':
        'DATA a TYPE ty_main.\nDATA b TYPE matnr.\nSELECT * FROM vbak INTO TABLE gt_vbak.\nls_x-f = 1.',
      'zxu01.prog.xml': includeXml('ZXU01'),
    },
    'read TABL:VBAK, type DTEL:MATNR',
  ],
  [
    'a source of an enhancement',
    { 'zi.enho.9f8e7d6c.abap': 'ENHANCEMENT 1 zi.\nSELECT * FROM vbpa INTO TABLE @DATA(t).\nENDENHANCEMENT.' },
    'read TABL:VBPA',
  ],
  [
    'tests',
    {
      'zc.clas.abap': classOf(''),
      'zc.clas.testclasses.abap':
        'CLASS ltcl DEFINITION FOR TESTING.\nPRIVATE SECTION.\nDATA x TYPE REF TO cl_abap_unit_assert.\nENDCLASS.',
    },
    '',
  ],
  [
    'the same file twice',
    { 'a/z1.prog.abap': 'REPORT z1.\nTABLES vbak.', 'b/z1.prog.abap': 'REPORT z1.\nTABLES vbap.' },
    'type TABL:VBAK',
  ],
]

for (const [name, files, expected] of FILES)
  test(`in an upload: ${name}`, () =>
    assert.equal(usesOfSap(files).join(', '), expected.split(', ').filter(Boolean).sort().join(', ')))

test('a statement with millions of possible parses is given up, but its table is still found', () => {
  const fields = Array.from({ length: 40 }, (_, at) => `field${at}`)
    .join(', ')
    .replace('field20,', 'field20 ,')
  const conditions = Array.from({ length: 40 }, (_, at) => `field${at} = @keys-field${at}`).join(' AND ')
  const code = `REPORT z1.\nSELECT ${fields} FROM vbak FOR ALL ENTRIES IN @keys WHERE ${conditions} INTO TABLE @DATA(t).`
  assert.deepEqual(usesOfSap({ 'z1.prog.abap': code }), ['read TABL:VBAK'])
})
