CLASS {{exception}} DEFINITION
  PUBLIC
  INHERITING FROM cx_static_check
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    "! The message of the function module.
    DATA reason TYPE string READ-ONLY.
    "! The classic exception; empty if it came from a message.
    DATA exception TYPE string READ-ONLY.

    METHODS constructor
      IMPORTING
        !reason    TYPE string OPTIONAL
        !exception TYPE string OPTIONAL
        !previous  TYPE REF TO cx_root OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS {{exception}} IMPLEMENTATION.
  METHOD constructor ##ADT_SUPPRESS_GENERATION.
    super->constructor( previous = previous ).
    me->reason = reason.
    me->exception = exception.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = reason.
  ENDMETHOD.
ENDCLASS.
