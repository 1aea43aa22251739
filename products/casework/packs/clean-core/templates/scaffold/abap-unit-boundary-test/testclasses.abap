CLASS ltd_wrapper DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES {{interface}}.
    DATA calls TYPE i.
ENDCLASS.

CLASS ltd_wrapper IMPLEMENTATION.
  METHOD {{interface}}~{{method}}.
    calls = calls + 1.
    " TODO: return what the real wrapper returns in a known case.
  ENDMETHOD.
ENDCLASS.

CLASS ltc_consumer DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    DATA double TYPE REF TO ltd_wrapper.
    METHODS setup.
    METHODS teardown.
    METHODS asks_the_wrapper_once FOR TESTING.
ENDCLASS.

CLASS ltc_consumer IMPLEMENTATION.
  METHOD setup.
    double = NEW #( ).
    {{factory}}=>use( double ).
  ENDMETHOD.

  METHOD teardown.
    CLEAR double.
    {{factory}}=>use( double ).
  ENDMETHOD.

  METHOD asks_the_wrapper_once.
    " TODO: call the class under test.
    DATA(tested) = NEW {{class}}( ).
    cl_abap_unit_assert=>assert_bound( tested ).
    cl_abap_unit_assert=>assert_equals( exp = 1 act = double->calls ).
  ENDMETHOD.
ENDCLASS.
