"! Meant to be the only reader of the order tables. Other objects call it through its interface.
CLASS zcl_sd_order_reader DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_sd_order_reader.
    METHODS items
      IMPORTING order        TYPE vbeln_va
      RETURNING VALUE(count) TYPE i.
ENDCLASS.

CLASS zcl_sd_order_reader IMPLEMENTATION.
  METHOD zif_sd_order_reader~by_customer.
    SELECT vbeln, auart, kunnr, erdat, netwr, waerk
      FROM vbak
      WHERE kunnr = @customer
      INTO TABLE @orders.
  ENDMETHOD.

  METHOD zif_sd_order_reader~exists.
    SELECT SINGLE @abap_true
      FROM vbak
      WHERE vbeln = @order
      INTO @result.
  ENDMETHOD.

  METHOD items.
    SELECT COUNT( * )
      FROM vbap
      WHERE vbeln = @order
      INTO @count.
  ENDMETHOD.
ENDCLASS.
