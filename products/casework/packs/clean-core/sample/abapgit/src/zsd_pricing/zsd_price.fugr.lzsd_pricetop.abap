FUNCTION-POOL zsd_price.

CONSTANTS gc_condition TYPE kschl VALUE 'PR00'.
