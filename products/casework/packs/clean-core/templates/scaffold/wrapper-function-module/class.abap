"! The only place that calls {{function}}. Not released: callers get it from the factory.
CLASS {{class}} DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE
  GLOBAL FRIENDS {{factory}}.

  PUBLIC SECTION.
    INTERFACES {{interface}}.
ENDCLASS.

CLASS {{class}} IMPLEMENTATION.
  METHOD {{interface}}~{{method}}.
    " TODO: fill the parameters of the function module from the request.
    CALL FUNCTION '{{function}}'
      EXCEPTIONS
        OTHERS = 1.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE {{exception}}.
    ENDIF.

    " TODO: turn messages of type E and A in the return table into the exception as well.
    result-id = request-id.
  ENDMETHOD.
ENDCLASS.
