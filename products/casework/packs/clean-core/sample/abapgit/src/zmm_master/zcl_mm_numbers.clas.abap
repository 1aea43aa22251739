CLASS zcl_mm_numbers DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS next RETURNING VALUE(number) TYPE matnr.
ENDCLASS.

CLASS zcl_mm_numbers IMPLEMENTATION.
  METHOD next.
    DATA drawn TYPE n LENGTH 10.
    CALL FUNCTION 'NUMBER_GET_NEXT'
      EXPORTING
        nr_range_nr             = '01'
        object                  = 'ZMATERIAL'
      IMPORTING
        number                  = drawn
      EXCEPTIONS
        interval_not_found      = 1
        number_range_not_intern = 2
        object_not_found        = 3
        OTHERS                  = 4.
    IF sy-subrc = 0.
      number = drawn.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
