REPORT zsd_price_report.
* Compares the price in an order with today's price.
PARAMETERS p_order TYPE vbeln_va OBLIGATORY.

TYPES:
  BEGIN OF ty_line,
    item     TYPE posnr,
    material TYPE matnr,
    then     TYPE kwert,
    today    TYPE kbetr,
    currency TYPE waers,
  END OF ty_line.
DATA lines TYPE STANDARD TABLE OF ty_line WITH EMPTY KEY.

START-OF-SELECTION.
  SELECT SINGLE knumv, kunnr FROM vbak WHERE vbeln = @p_order INTO @DATA(header).

  SELECT vbap~posnr, vbap~matnr, prcd_elements~kwert
    FROM vbap
    INNER JOIN prcd_elements ON prcd_elements~kposn = vbap~posnr
    WHERE vbap~vbeln = @p_order
      AND prcd_elements~knumv = @header-knumv
      AND prcd_elements~kschl = 'PR00'
    INTO TABLE @lines.

  LOOP AT lines ASSIGNING FIELD-SYMBOL(<line>).
    CALL FUNCTION 'Z_SD_PRICE_GET'
      EXPORTING
        iv_material = <line>-material
        iv_customer = header-kunnr
      IMPORTING
        ev_price    = <line>-today
        ev_currency = <line>-currency.
  ENDLOOP.

  TRY.
      cl_salv_table=>factory( IMPORTING r_salv_table = DATA(list)
                              CHANGING  t_table      = lines ).
      list->display( ).
    CATCH cx_salv_msg INTO DATA(error).
      MESSAGE error->get_text( ) TYPE 'I'.
  ENDTRY.
