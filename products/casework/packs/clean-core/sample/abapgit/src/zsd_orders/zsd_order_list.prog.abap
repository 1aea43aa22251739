REPORT zsd_order_list.
* Open sales orders of a sales organization with customer names.
DATA order TYPE vbeln_va.

SELECT-OPTIONS s_order FOR order.
PARAMETERS p_vkorg TYPE vkorg OBLIGATORY.
PARAMETERS p_from TYPE erdat.

START-OF-SELECTION.
  SELECT vbak~vbeln, vbak~auart, vbak~erdat, vbak~kunnr, vbak~netwr, vbak~waerk, vbap~posnr, vbap~matnr
    FROM vbak
    INNER JOIN vbap ON vbap~vbeln = vbak~vbeln
    WHERE vbak~vbeln IN @s_order
      AND vbak~vkorg = @p_vkorg
      AND vbak~erdat >= @p_from
    INTO TABLE @DATA(items).

  IF items IS INITIAL.
    MESSAGE 'No orders were found' TYPE 'S' DISPLAY LIKE 'W'.
    RETURN.
  ENDIF.

  SELECT kunnr, name1
    FROM kna1
    FOR ALL ENTRIES IN @items
    WHERE kunnr = @items-kunnr
    INTO TABLE @DATA(customers).

  TRY.
      cl_salv_table=>factory(
        IMPORTING r_salv_table = DATA(list)
        CHANGING  t_table      = items ).
      list->get_functions( )->set_all( ).
      list->get_columns( )->set_optimize( ).
      list->display( ).
    CATCH cx_salv_msg INTO DATA(error).
      MESSAGE error->get_text( ) TYPE 'I'.
  ENDTRY.
