INTERFACE zif_sd_order_reader
  PUBLIC.

  TYPES:
    BEGIN OF ty_order,
      order    TYPE vbeln_va,
      type     TYPE auart,
      customer TYPE kunnr,
      created  TYPE erdat,
      amount   TYPE netwr_ak,
      currency TYPE waers,
    END OF ty_order,
    ty_orders TYPE STANDARD TABLE OF ty_order WITH EMPTY KEY.

  METHODS by_customer
    IMPORTING customer      TYPE kunnr
    RETURNING VALUE(orders) TYPE ty_orders.

  METHODS exists
    IMPORTING order         TYPE vbeln_va
    RETURNING VALUE(result) TYPE abap_boolean.
ENDINTERFACE.
