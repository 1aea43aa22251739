REPORT zmm_vendor_postings.
* Postings of one supplier in a fiscal year.
PARAMETERS p_bukrs TYPE bukrs OBLIGATORY.
PARAMETERS p_gjahr TYPE gjahr OBLIGATORY.
PARAMETERS p_lifnr TYPE lifnr OBLIGATORY.

START-OF-SELECTION.
  SELECT SINGLE name1 FROM lfa1 WHERE lifnr = @p_lifnr INTO @DATA(name).
  WRITE: / p_lifnr, name.

  SELECT bkpf~belnr, bkpf~budat, bkpf~blart, bseg~buzei, bseg~wrbtr, bkpf~waers
    FROM bkpf
    INNER JOIN bseg ON bseg~bukrs = bkpf~bukrs
                   AND bseg~belnr = bkpf~belnr
                   AND bseg~gjahr = bkpf~gjahr
    WHERE bkpf~bukrs = @p_bukrs
      AND bkpf~gjahr = @p_gjahr
      AND bseg~lifnr = @p_lifnr
    ORDER BY bkpf~budat, bkpf~belnr
    INTO TABLE @DATA(postings).

  LOOP AT postings INTO DATA(posting).
    WRITE: / posting-budat, posting-belnr, posting-blart, posting-wrbtr, posting-waers.
  ENDLOOP.
  SELECT SINGLE butxt FROM t001 WHERE bukrs = @p_bukrs INTO @DATA(company).
  WRITE: / 'Company code', p_bukrs, company.
