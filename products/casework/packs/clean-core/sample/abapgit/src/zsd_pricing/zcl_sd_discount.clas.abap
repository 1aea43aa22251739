"! Plain arithmetic: uses no SAP objects.
CLASS zcl_sd_discount DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES ty_amount TYPE p LENGTH 11 DECIMALS 2.
    METHODS apply
      IMPORTING amount        TYPE ty_amount
                percent       TYPE i
      RETURNING VALUE(result) TYPE ty_amount.
ENDCLASS.

CLASS zcl_sd_discount IMPLEMENTATION.
  METHOD apply.
    IF percent < 0 OR percent > 100.
      result = amount.
      RETURN.
    ENDIF.
    result = amount * ( 100 - percent ) / 100.
  ENDMETHOD.
ENDCLASS.
