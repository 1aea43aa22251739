"! {{description}}
INTERFACE {{interface}}
  PUBLIC.

{{> types}}
  METHODS {{method}}
{{> parameters}}
    RAISING
      {{exception}}.
ENDINTERFACE.
