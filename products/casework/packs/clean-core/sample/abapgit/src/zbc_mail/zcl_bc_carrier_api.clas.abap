"! Gets the tracking status of a parcel from the carrier.
CLASS zcl_bc_carrier_api DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS status_of
      IMPORTING parcel        TYPE string
      RETURNING VALUE(status) TYPE string.
ENDCLASS.

CLASS zcl_bc_carrier_api IMPLEMENTATION.
  METHOD status_of.
    DATA client TYPE REF TO if_http_client.

    cl_http_client=>create_by_destination(
      EXPORTING
        destination = 'CARRIER'
      IMPORTING
        client      = client
      EXCEPTIONS
        OTHERS      = 1 ).
    IF sy-subrc <> 0.
      RETURN.
    ENDIF.

    client->request->set_header_field( name = '~request_uri' value = |/parcels/{ parcel }| ).
    client->send( EXCEPTIONS OTHERS = 1 ).
    client->receive( EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc = 0.
      status = client->response->get_cdata( ).
    ENDIF.
    client->close( ).
  ENDMETHOD.
ENDCLASS.
