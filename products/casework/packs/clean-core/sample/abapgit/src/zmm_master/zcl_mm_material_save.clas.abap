CLASS zcl_mm_material_save DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS save
      IMPORTING material      TYPE matnr
                category      TYPE mtart
                unit          TYPE meins
                text          TYPE maktx
      RETURNING VALUE(result) TYPE bapiret2.
ENDCLASS.

CLASS zcl_mm_material_save IMPLEMENTATION.
  METHOD save.
    DATA head TYPE bapimathead.
    DATA client TYPE bapi_mara.
    DATA clientx TYPE bapi_marax.
    DATA texts TYPE STANDARD TABLE OF bapi_makt.

    SELECT SINGLE matnr FROM mara WHERE matnr = @material INTO @DATA(known).
    IF sy-subrc <> 0.
      head-ind_sector = 'M'.
      head-matl_type = category.
    ENDIF.
    head-material = material.
    head-basic_view = 'X'.
    client-base_uom = unit.
    clientx-base_uom = 'X'.
    APPEND VALUE #( langu = sy-langu matl_desc = text ) TO texts.

    CALL FUNCTION 'BAPI_MATERIAL_SAVEDATA'
      EXPORTING
        headdata            = head
        clientdata          = client
        clientdatax         = clientx
      IMPORTING
        return              = result
      TABLES
        materialdescription = texts.

    IF result-type <> 'E'.
      CALL FUNCTION 'BAPI_TRANSACTION_COMMIT'.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
