REPORT zsd_old_backlog.
* Backlog report of a legacy system. No one has run it for years.
DATA options TYPE STANDARD TABLE OF rfc_db_opt.
DATA fields TYPE STANDARD TABLE OF rfc_db_fld.
DATA rows TYPE STANDARD TABLE OF tab512.

START-OF-SELECTION.
  APPEND VALUE #( text = |VSTEL = '1010'| ) TO options.
  APPEND VALUE #( fieldname = 'VBELN' ) TO fields.

  CALL FUNCTION 'RFC_READ_TABLE'
    EXPORTING
      query_table = 'LIKP'
      rowcount    = 500
    TABLES
      options     = options
      fields      = fields
      data        = rows
    EXCEPTIONS
      OTHERS      = 1.

  LOOP AT rows INTO DATA(row).
    SELECT SINGLE vbeln, kunnr
      FROM likp
      WHERE vbeln = @row-wa(10)
      INTO @DATA(delivery).
    IF sy-subrc = 0.
      WRITE: / delivery-vbeln, delivery-kunnr.
    ENDIF.
  ENDLOOP.
