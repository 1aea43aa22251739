"! {{description}}
CLASS {{logic}} DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE abap_boolean.
ENDCLASS.

CLASS {{logic}} IMPLEMENTATION.
  METHOD run.
    " TODO: implement the logic, with parameters of types that the BAdI releases.
    result = abap_false.
  ENDMETHOD.
ENDCLASS.
