CLASS zcl_bc_log DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES ty_messages TYPE STANDARD TABLE OF bapiret2 WITH EMPTY KEY.
    METHODS add IMPORTING messages TYPE ty_messages.
    METHODS text IMPORTING text TYPE string.

  PRIVATE SECTION.
    METHODS open RETURNING VALUE(handle) TYPE balloghndl.
ENDCLASS.

CLASS zcl_bc_log IMPLEMENTATION.
  METHOD open.
    DATA header TYPE bal_s_log.
    header-object = 'ZBC'.
    header-aldate = sy-datum.
    CALL FUNCTION 'BAL_LOG_CREATE'
      EXPORTING
        i_s_log      = header
      IMPORTING
        e_log_handle = handle
      EXCEPTIONS
        OTHERS       = 1.
  ENDMETHOD.

  METHOD add.
    DATA(handle) = open( ).
    LOOP AT messages INTO DATA(message).
      CALL FUNCTION 'BAL_LOG_MSG_ADD'
        EXPORTING
          i_log_handle = handle
          i_s_msg      = VALUE bal_s_msg( msgid = message-id
                                          msgno = message-number
                                          msgty = message-type )
        EXCEPTIONS
          OTHERS       = 1.
    ENDLOOP.
  ENDMETHOD.

  METHOD text.
    add( VALUE #( ( type = 'E' id = '00' number = '001' message_v1 = text ) ) ).
  ENDMETHOD.
ENDCLASS.
