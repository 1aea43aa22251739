"! Returns the wrapper, or the test double that a test has set.
CLASS {{factory}} DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    CLASS-METHODS get RETURNING VALUE(instance) TYPE REF TO {{interface}}.
    CLASS-METHODS use IMPORTING double TYPE REF TO {{interface}}.

  PRIVATE SECTION.
    CLASS-DATA replaced TYPE REF TO {{interface}}.
ENDCLASS.

CLASS {{factory}} IMPLEMENTATION.
  METHOD get.
    IF replaced IS BOUND.
      instance = replaced.
      RETURN.
    ENDIF.
    instance = NEW {{class}}( ).
  ENDMETHOD.

  METHOD use.
    replaced = double.
  ENDMETHOD.
ENDCLASS.
