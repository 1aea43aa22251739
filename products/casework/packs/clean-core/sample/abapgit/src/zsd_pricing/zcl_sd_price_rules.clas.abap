"! Calls function modules named in a table, so the code does not show which ones run.
CLASS zcl_sd_price_rules DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS apply
      IMPORTING rule          TYPE string
                material      TYPE matnr
                customer      TYPE kunnr
      RETURNING VALUE(result) TYPE kbetr.
ENDCLASS.

CLASS zcl_sd_price_rules IMPLEMENTATION.
  METHOD apply.
    DATA currency TYPE waers.
    DATA(name) = to_upper( |Z_SD_PRICE_{ rule }| ).

    TRY.
        CALL FUNCTION name
          EXPORTING
            iv_material = material
            iv_customer = customer
          IMPORTING
            ev_price    = result
            ev_currency = currency.
      CATCH cx_sy_dyn_call_error.
        CLEAR result.
    ENDTRY.
    result = NEW zcl_sd_discount( )->apply( amount = result percent = 2 ).
  ENDMETHOD.
ENDCLASS.
