CLASS ltc_reader DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS unknown_order FOR TESTING.
ENDCLASS.

CLASS ltc_reader IMPLEMENTATION.
  METHOD unknown_order.
    DATA(reader) = CAST zif_sd_order_reader( NEW zcl_sd_order_reader( ) ).
    cl_abap_unit_assert=>assert_false( reader->exists( 'ZZZZZZZZZZ' ) ).
  ENDMETHOD.
ENDCLASS.
