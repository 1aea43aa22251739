"! Implements {{badi}} by delegating to the logic class.
CLASS {{class}} DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES if_badi_interface.
    INTERFACES {{interface}}.
ENDCLASS.

CLASS {{class}} IMPLEMENTATION.
  METHOD {{interface}}~{{method}}.
    " TODO: return early for irrelevant documents; this runs on every call.
    " TODO: pass the parameters on, and return the result of the logic.
    NEW {{logic}}( )->run( ).
  ENDMETHOD.
ENDCLASS.
