"! The only place that calls {{function}}. Not released: callers get it from the factory.
CLASS {{class}} DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE
  GLOBAL FRIENDS {{factory}}.

  PUBLIC SECTION.
    INTERFACES {{interface}}.
{{> private_section}}
ENDCLASS.

CLASS {{class}} IMPLEMENTATION.
  METHOD {{interface}}~{{method}}.
{{> body}}
  ENDMETHOD.
{{> private_methods}}
ENDCLASS.
