"! Sends all email of the custom code.
CLASS zcl_bc_mail DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_bc_mail.
ENDCLASS.

CLASS zcl_bc_mail IMPLEMENTATION.
  METHOD zif_bc_mail~send.
    TRY.
        DATA(request) = cl_bcs=>create_persistent( ).
        request->set_document( cl_document_bcs=>create_document(
          i_type    = 'RAW'
          i_subject = CONV #( subject )
          i_text    = VALUE #( ( line = body ) ) ) ).
        request->add_recipient( cl_cam_address_bcs=>create_internet_address( CONV #( to ) ) ).
        request->send( ).
        COMMIT WORK.
      CATCH cx_bcs INTO DATA(error).
        NEW zcl_bc_log( )->text( error->get_text( ) ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
