REPORT zsd_order_archive_job.
* Schedules the archiving of closed orders as a background job.
PARAMETERS p_report TYPE c LENGTH 40 DEFAULT 'ZSD_OLD_BACKLOG'.

DATA job_name TYPE c LENGTH 32 VALUE 'ZSD_ARCHIVE'.
DATA job_count TYPE c LENGTH 8.
DATA answer TYPE c LENGTH 1.

START-OF-SELECTION.
  CALL FUNCTION 'POPUP_TO_CONFIRM'
    EXPORTING
      text_question = 'Archive closed orders now?'
    IMPORTING
      answer        = answer.
  IF answer <> '1'.
    RETURN.
  ENDIF.

  CALL FUNCTION 'JOB_OPEN'
    EXPORTING
      jobname  = job_name
    IMPORTING
      jobcount = job_count
    EXCEPTIONS
      OTHERS   = 1.
  IF sy-subrc <> 0.
    MESSAGE 'The job could not be opened' TYPE 'E'.
  ENDIF.

  CALL FUNCTION 'JOB_SUBMIT'
    EXPORTING
      authcknam = sy-uname
      jobcount  = job_count
      jobname   = job_name
      report    = p_report
    EXCEPTIONS
      OTHERS    = 1.

  CALL FUNCTION 'JOB_CLOSE'
    EXPORTING
      jobcount  = job_count
      jobname   = job_name
      strtimmed = 'X'
    EXCEPTIONS
      OTHERS    = 1.
