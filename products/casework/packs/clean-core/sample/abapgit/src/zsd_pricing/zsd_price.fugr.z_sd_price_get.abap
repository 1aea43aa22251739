FUNCTION z_sd_price_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_MATERIAL) TYPE  MATNR
*"     VALUE(IV_CUSTOMER) TYPE  KUNNR
*"  EXPORTING
*"     VALUE(EV_PRICE) TYPE  KBETR
*"     VALUE(EV_CURRENCY) TYPE  WAERS
*"----------------------------------------------------------------------
* Returns the price of a material from the newest condition record that is not deleted.
  SELECT konp~kbetr, konp~konwa
    FROM konh
    INNER JOIN konp ON konp~knumh = konh~knumh
    WHERE konh~kschl = @gc_condition
      AND konh~vakey LIKE @( |%{ iv_material }%| )
      AND konp~loevm_ko = @space
    ORDER BY konh~datab DESCENDING
    INTO (@ev_price, @ev_currency)
    UP TO 1 ROWS.
  ENDSELECT.
  IF sy-subrc <> 0.
    CLEAR: ev_price, ev_currency.
  ENDIF.
ENDFUNCTION.
