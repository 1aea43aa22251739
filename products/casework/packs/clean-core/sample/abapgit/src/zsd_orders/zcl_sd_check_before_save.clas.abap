"! Released extension point: this check runs on every save of a sales document.
CLASS zcl_sd_check_before_save DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES if_badi_interface.
    INTERFACES if_sd_sls_check_before_save.
ENDCLASS.

CLASS zcl_sd_check_before_save IMPLEMENTATION.
  METHOD if_sd_sls_check_before_save~check_document.
    IF salesdocument-soldtoparty IS INITIAL.
      messages = VALUE #( ( messagetype = 'E'
                            messagetext = 'The sold-to party is missing' ) ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
