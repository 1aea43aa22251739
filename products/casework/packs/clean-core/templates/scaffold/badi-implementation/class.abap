"! Implements {{badi}}: hands over to the logic and nothing else.
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
    " TODO: leave early for documents that are not concerned; this runs in every call.
    " TODO: hand the parameters over and take back what the logic returns.
    NEW {{logic}}( )->run( ).
  ENDMETHOD.
ENDCLASS.
