INTERFACE zif_bc_mail
  PUBLIC.
  METHODS send
    IMPORTING to      TYPE string
              subject TYPE string
              body    TYPE string OPTIONAL.
ENDINTERFACE.
