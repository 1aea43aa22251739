REPORT zbc_mail_test.
* Sends a test email to check the mail connection.
PARAMETERS p_to TYPE c LENGTH 80 LOWER CASE OBLIGATORY DEFAULT 'test@example.com'.

START-OF-SELECTION.
  DATA mail TYPE REF TO zif_bc_mail.
  mail = NEW zcl_bc_mail( ).
  mail->send( to      = CONV string( p_to )
              subject = 'Test'
              body    = 'This is a test' ).
  WRITE / 'The mail was handed over'.
