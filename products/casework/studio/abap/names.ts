// Names in generated code: at most 30 characters, unique, and never a keyword.

/** Keywords of statements and expressions. Some would compile as variable names, but they mislead. */
const RESERVED = new Set(
  `ME SUPER SPACE SCREEN SY SYST SYSTEM NULL SELF
  ADD ALIASES ALL AND APPEND AS ASSERT ASSIGN AT BEGIN BETWEEN BINARY BIT BY CALL CASE CAST CATCH CHANGING CHECK CLASS CLEAR
  CLIENT CLOSE COLLECT COMMIT COMPUTE COND CONSTANTS CONTINUE CONV CORRESPONDING CREATE DATA DEFAULT DEFINE DELETE DESCRIBE DO
  ELSE ELSEIF END ENDCASE ENDCLASS ENDDO ENDIF ENDLOOP ENDMETHOD ENDTRY EQ ERROR_MESSAGE EVENT EXACT EXCEPTION EXCEPTIONS EXIT
  EXPORT EXPORTING FETCH FIELDS FILTER FINAL FOR FORM FREE FROM FUNCTION GE GET GT IF IMPORT IMPORTING IN INITIAL INSERT INTO
  IS LE LET LIKE LINES LOOP LT METHOD METHODS MODIFY MOVE NE NEW NOT OBJECT OF ON OPEN OPTIONAL OR OTHERS PERFORM
  PREFERRED PRIVATE PROTECTED PUBLIC RAISE RAISING READ RECEIVING REDUCE REF REFERENCE REPORT RETURNING ROLLBACK
  SELECT SET SINGLE SORT STRUCTURE SUBMIT SWITCH TABLE TABLES THEN TIMES TO TRANSFER TRY TYPE TYPES ULINE UNION UNTIL UP UPDATE
  USING VALUE VIA WAIT WHEN WHERE WHILE WITH WORK WRITE XOR`.split(/\s+/),
)
const LONGEST = 30

export interface Names {
  /** Reserves a free name that is close to the wanted one. */
  take(wanted: string): string
}

export function openNames(taken: readonly string[] = []): Names {
  const used = new Set(taken.map((name) => name.toUpperCase()))
  return {
    take(wanted) {
      const clean = wanted
        .toUpperCase()
        .replace(/[^A-Z0-9_]+/g, '_')
        .replace(/^_+(?=.)/, '')
      const prefixed = /^[A-Z]/.test(clean) ? clean : `P_${clean}`
      const safe = (RESERVED.has(prefixed) ? `P_${prefixed}` : prefixed).slice(0, LONGEST)
      let name = safe
      for (let n = 2; used.has(name) || RESERVED.has(name); n++)
        name = `${safe.slice(0, LONGEST - 1 - `${n}`.length)}_${n}`
      used.add(name)
      return name.toLowerCase()
    },
  }
}

const NAME = /^(?:\/\w{1,10}\/)?[A-Z_][A-Z0-9_]{0,29}$/
/** True if generated code can use the name unchanged. */
export const isName = (name: string): boolean => NAME.test(name.toUpperCase()) && name.length <= 30
