REPORT zsd_order_block.
* Sets a delivery block with a direct write. No one remembers why.
PARAMETERS p_order TYPE vbeln_va OBLIGATORY.
PARAMETERS p_block TYPE c LENGTH 2 DEFAULT '01'.

START-OF-SELECTION.
  DATA(reader) = CAST zif_sd_order_reader( NEW zcl_sd_order_reader( ) ).
  IF reader->exists( p_order ) = abap_false.
    MESSAGE 'There is no such order' TYPE 'E'.
  ENDIF.

  UPDATE vbak SET lifsk = @p_block WHERE vbeln = @p_order.
  IF sy-subrc = 0.
    COMMIT WORK.
    WRITE: / 'Order', p_order, 'is blocked'.
  ELSE.
    ROLLBACK WORK.
    WRITE: / 'Order', p_order, 'could not be changed'.
  ENDIF.
