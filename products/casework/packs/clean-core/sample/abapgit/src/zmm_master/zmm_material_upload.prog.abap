REPORT zmm_material_upload.
* Creates materials from a text file: one per line, with fields separated by semicolons.
PARAMETERS p_file TYPE string LOWER CASE OBLIGATORY.

DATA rows TYPE STANDARD TABLE OF string WITH EMPTY KEY.
DATA number TYPE matnr.

START-OF-SELECTION.
  cl_gui_frontend_services=>gui_upload(
    EXPORTING
      filename = p_file
    CHANGING
      data_tab = rows
    EXCEPTIONS
      OTHERS   = 1 ).
  IF sy-subrc <> 0.
    MESSAGE 'The file could not be read' TYPE 'E'.
  ENDIF.

  DATA(saver) = NEW zcl_mm_material_save( ).
  LOOP AT rows INTO DATA(row).
    SPLIT row AT ';' INTO DATA(category) DATA(unit) DATA(text).
    number = NEW zcl_mm_numbers( )->next( ).
    CALL FUNCTION 'CONVERSION_EXIT_ALPHA_INPUT'
      EXPORTING
        input  = number
      IMPORTING
        output = number.
    DATA(result) = saver->save( material = number
                                category = CONV #( category )
                                unit     = CONV #( unit )
                                text     = CONV #( text ) ).
    WRITE: / number, result-type, result-message.
  ENDLOOP.
