CLASS zcl_sd_currency DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES ty_rate TYPE p LENGTH 9 DECIMALS 5.
    METHODS rate
      IMPORTING source        TYPE waers
                target        TYPE waers
      RETURNING VALUE(result) TYPE ty_rate.
ENDCLASS.

CLASS zcl_sd_currency IMPLEMENTATION.
  METHOD rate.
    SELECT ukurs
      FROM tcurr
      WHERE kurst = 'M'
        AND fcurr = @source
        AND tcurr = @target
      ORDER BY gdatu ASCENDING
      INTO @result
      UP TO 1 ROWS.
    ENDSELECT.
    IF sy-subrc <> 0.
      result = 1.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
