CLASS ltc_logic DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS says_yes FOR TESTING.
ENDCLASS.

CLASS ltc_logic IMPLEMENTATION.
  METHOD says_yes.
    " TODO: write one test for each rule, with the case that motivated it.
    cl_abap_unit_assert=>assert_true( NEW {{logic}}( )->run( ) ).
    cl_abap_unit_assert=>fail( `The logic has no test yet.` ).
  ENDMETHOD.
ENDCLASS.
