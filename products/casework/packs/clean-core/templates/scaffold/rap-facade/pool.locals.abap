CLASS lhc_{{alias}} DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS get_instance_authorizations FOR INSTANCE AUTHORIZATION
      IMPORTING keys REQUEST requested_authorizations FOR {{alias}} RESULT result.
    METHODS update FOR MODIFY
      IMPORTING entities FOR UPDATE {{alias}}.
    METHODS read FOR READ
      IMPORTING keys FOR READ {{alias}} RESULT result.
    METHODS lock FOR LOCK
      IMPORTING keys FOR LOCK {{alias}}.
ENDCLASS.

CLASS lhc_{{alias}} IMPLEMENTATION.
  METHOD get_instance_authorizations.
    " TODO: check the authorization to change this data. Until then no one may change it.
    failed-{{alias}} = VALUE #( FOR key IN keys ( %tky = key-%tky ) ).
  ENDMETHOD.

  METHOD update.
    " TODO: call the released behavior definition or the wrapper. Until then every update fails.
    failed-{{alias}} = VALUE #( FOR entity IN entities ( %tky = entity-%tky ) ).
  ENDMETHOD.

  METHOD read.
    " TODO: read the elements of the view for these keys. Until then nothing is found.
    failed-{{alias}} = VALUE #( FOR key IN keys ( %tky = key-%tky ) ).
  ENDMETHOD.

  METHOD lock.
    " TODO: lock the instances, or leave that to the called business object. Until then no lock is granted.
    failed-{{alias}} = VALUE #( FOR key IN keys ( %tky = key-%tky ) ).
  ENDMETHOD.
ENDCLASS.
