" TODO: adjust the names of the fields below this statement as well.
SELECT {{fields_after}}
  FROM {{entity}}
  WHERE {{condition_after}}
  INTO TABLE @DATA(rows).
