INCLUDE lzsd_pricetop.
INCLUDE lzsd_priceuxx.
