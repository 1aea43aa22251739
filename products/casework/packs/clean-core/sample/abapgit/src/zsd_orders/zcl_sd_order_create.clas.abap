CLASS zcl_sd_order_create DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS create
      IMPORTING customer     TYPE kunnr
                material     TYPE matnr
                quantity     TYPE i
      RETURNING VALUE(order) TYPE vbeln_va.
ENDCLASS.

CLASS zcl_sd_order_create IMPLEMENTATION.
  METHOD create.
    DATA header TYPE bapisdhd1.
    DATA items TYPE STANDARD TABLE OF bapisditm.
    DATA partners TYPE STANDARD TABLE OF bapiparnr.
    DATA messages TYPE STANDARD TABLE OF bapiret2.

    header-doc_type = 'TA'.
    header-sales_org = '1010'.
    header-distr_chan = '10'.
    header-division = '00'.
    APPEND VALUE #( itm_number = '000010' material = material target_qty = quantity ) TO items.
    APPEND VALUE #( partn_role = 'AG' partn_numb = customer ) TO partners.

    CALL FUNCTION 'BAPI_SALESORDER_CREATEFROMDAT2'
      EXPORTING
        order_header_in = header
      IMPORTING
        salesdocument   = order
      TABLES
        return          = messages
        order_items_in  = items
        order_partners  = partners.

    IF line_exists( messages[ type = 'E' ] ).
      CLEAR order.
      NEW zcl_bc_log( )->add( messages ).
      RETURN.
    ENDIF.
    CALL FUNCTION 'BAPI_TRANSACTION_COMMIT'
      EXPORTING
        wait = abap_true.
    NEW zcl_bc_mail( )->zif_bc_mail~send( to      = 'orders@example.com'
                                          subject = |Order { order } was created| ).
  ENDMETHOD.
ENDCLASS.
