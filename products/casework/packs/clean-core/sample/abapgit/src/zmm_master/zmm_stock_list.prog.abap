REPORT zmm_stock_list.
* Stock by plant and storage location, with the names of the locations.
DATA material TYPE matnr.
SELECT-OPTIONS s_mat FOR material.
PARAMETERS p_plant TYPE werks_d OBLIGATORY.
PARAMETERS p_zero TYPE xfeld AS CHECKBOX.

START-OF-SELECTION.
  SELECT mara~matnr, mara~mtart, mara~meins, mard~lgort, mard~labst
    FROM mara
    INNER JOIN mard ON mard~matnr = mara~matnr
    WHERE mara~matnr IN @s_mat
      AND mard~werks = @p_plant
    INTO TABLE @DATA(stock).

  IF p_zero = abap_false.
    DELETE stock WHERE labst = 0.
  ENDIF.

  SELECT lgort, lgobe
    FROM t001l
    WHERE werks = @p_plant
    INTO TABLE @DATA(locations).

  LOOP AT stock INTO DATA(line).
    DATA(name) = VALUE #( locations[ lgort = line-lgort ]-lgobe OPTIONAL ).
    WRITE: / line-matnr, line-mtart, line-lgort, name, line-labst, line-meins.
  ENDLOOP.
