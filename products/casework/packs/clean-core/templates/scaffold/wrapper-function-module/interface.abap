"! {{description}}
INTERFACE {{interface}}
  PUBLIC.

  " TODO: use types of your own; a structure of the wrapped function module must not be seen from outside.
  TYPES:
    BEGIN OF ty_request,
      id TYPE string,
    END OF ty_request,
    BEGIN OF ty_result,
      id   TYPE string,
      text TYPE string,
    END OF ty_result.

  METHODS {{method}}
    IMPORTING request       TYPE ty_request
    RETURNING VALUE(result) TYPE ty_result
    RAISING   {{exception}}.
ENDINTERFACE.
