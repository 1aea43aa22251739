CLASS zcl_sd_delivery_date DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    CONSTANTS calendar TYPE c LENGTH 2 VALUE 'DE'.
    METHODS next_workday
      IMPORTING start         TYPE erdat
      RETURNING VALUE(result) TYPE erdat.
ENDCLASS.

CLASS zcl_sd_delivery_date IMPLEMENTATION.
  METHOD next_workday.
    DATA holidays TYPE STANDARD TABLE OF iscal_day.
    DATA(until) = CONV erdat( start + 14 ).

    CALL FUNCTION 'HOLIDAY_CALENDAR_GET'
      EXPORTING
        holiday_calendar = calendar
        date_from        = start
        date_to          = until
      TABLES
        holidays         = holidays
      EXCEPTIONS
        OTHERS           = 1.
    IF sy-subrc <> 0.
      result = start.
      RETURN.
    ENDIF.

    result = start + 1.
    WHILE line_exists( holidays[ date = result ] ).
      result = result + 1.
    ENDWHILE.
  ENDMETHOD.
ENDCLASS.
