/** Written by sizes.mjs: gzip -9 and brotli -11, each table's file on its own. */
/** @type {Record<string, import('../sizes.mjs').SetSizes>} */
export const SIZES = {
 "sprout": {
  "tables": 71,
  "rows": 109213,
  "columns": 369,
  "forms": {
   "tcb": {
    "plain": 536915,
    "gzip": 108172,
    "brotli": 94066,
    "sha256": "3071b285473ccf2412ba95bbfc4f9261ff4eb5f8b7e8848cbc2e3120971c1ce0"
   },
   "named": {
    "plain": 14760826,
    "gzip": 675109,
    "brotli": 358459,
    "sha256": "f2d47fddf0fae37fbb3a92414b7e593dd7ff3a3dff0f3b05e4c8fc352342bdd0"
   },
   "compact": {
    "plain": 5272804,
    "gzip": 572842,
    "brotli": 317918,
    "sha256": "ce31de46543bceecbac37fc33d01fdee50ec2512bc513a6f85b2f70efce2d2d1"
   },
   "column": {
    "plain": 5058502,
    "gzip": 384445,
    "brotli": 201990,
    "sha256": "fa48f370575f0437a538e55947b94ac587768347435350d1466cf94d87155d38"
   }
  }
 },
 "growth/100": {
  "tables": 1,
  "rows": 100,
  "columns": 9,
  "forms": {
   "tcb": {
    "plain": 298,
    "gzip": 261,
    "brotli": 254,
    "sha256": "1e0bc51506c81714f7366099e04a6cbbf1025036c9b93bfa4f83fbaae720473d"
   },
   "named": {
    "plain": 13292,
    "gzip": 735,
    "brotli": 484,
    "sha256": "8ada15062b9e41ea0e98f2304de394b20efa239d270cb3876c24ca4574cc9155"
   },
   "compact": {
    "plain": 4092,
    "gzip": 555,
    "brotli": 329,
    "sha256": "a17556b3421e5c76465a57c80b0d50d517a8ae7732fb5aef2140d8be81a196a5"
   },
   "column": {
    "plain": 4002,
    "gzip": 579,
    "brotli": 500,
    "sha256": "572f16ac3d37ec733b82a4f281bb49152dc0c5ff0e4d78b64a3b0e810bce2a25"
   }
  }
 },
 "growth/1000": {
  "tables": 1,
  "rows": 1000,
  "columns": 9,
  "forms": {
   "tcb": {
    "plain": 1476,
    "gzip": 1459,
    "brotli": 1410,
    "sha256": "6a00e301ec7b276293c2842f430063d6c2070133fb944b247b909727930064a0"
   },
   "named": {
    "plain": 133892,
    "gzip": 5699,
    "brotli": 2776,
    "sha256": "a2de75cfd2dca4d2c14f7a56642cd6865eb2253d60846342d1bd6b25407f4242"
   },
   "compact": {
    "plain": 41892,
    "gzip": 4666,
    "brotli": 2106,
    "sha256": "09f37ff9de5bf44fe88a8dc6f035d5671c2232f5ac56804e319fd13d6f22bacc"
   },
   "column": {
    "plain": 40002,
    "gzip": 4569,
    "brotli": 3136,
    "sha256": "1b1eb21ea94a9b65d15acaa2c91e12bccaeb24a966155fa5d90eb5c840bdd59e"
   }
  }
 },
 "growth/10000": {
  "tables": 1,
  "rows": 10000,
  "columns": 9,
  "forms": {
   "tcb": {
    "plain": 40190,
    "gzip": 3619,
    "brotli": 2435,
    "sha256": "2c0898f6a2d640c8169e8e5617de4d24497bc788511ac337477639a3b3d9c5f7"
   },
   "named": {
    "plain": 1347846,
    "gzip": 41318,
    "brotli": 22984,
    "sha256": "5a841b52cb932fd5e7e6a472c32e92f904f04271eb79b4e7459d68990ecbafbd"
   },
   "compact": {
    "plain": 427846,
    "gzip": 33491,
    "brotli": 21403,
    "sha256": "251a558701160f39fec0543abafbb0bda1fa9f0ddb531fec13b4d549781025d5"
   },
   "column": {
    "plain": 407956,
    "gzip": 24531,
    "brotli": 24559,
    "sha256": "d01d573eefaff86eaa422bc571d61c648da0a737114d9d92b95c484277f61e75"
   }
  }
 },
 "growth/100000": {
  "tables": 1,
  "rows": 100000,
  "columns": 9,
  "forms": {
   "tcb": {
    "plain": 381974,
    "gzip": 6402,
    "brotli": 4065,
    "sha256": "9dec5bc268270c6abdd323f293e467f74799acb5af6438ded8519e5abe83efbd"
   },
   "named": {
    "plain": 13880652,
    "gzip": 497198,
    "brotli": 184079,
    "sha256": "0147b248a6f5058ac984fa02093035760ab8d156d496da0495fd708a94e9bf83"
   },
   "compact": {
    "plain": 4680652,
    "gzip": 357307,
    "brotli": 188255,
    "sha256": "d3cfdba92b91547b1522f00a31eac8b8a2ce86dcfd68711cc1065f7929092814"
   },
   "column": {
    "plain": 4480762,
    "gzip": 228519,
    "brotli": 87704,
    "sha256": "36814b8481957404da783b3762d957a4ab19491feb50b18d99ebe9e5364142f4"
   }
  }
 },
 "growth/1000000": {
  "tables": 1,
  "rows": 1000000,
  "columns": 9,
  "forms": {
   "tcb": {
    "plain": 4892595,
    "gzip": 39394,
    "brotli": 7998,
    "sha256": "d903170031555061e5b9070740554c544f80f580866463a96bac208ceaa67d9e"
   },
   "named": {
    "plain": 144973702,
    "gzip": 16467426,
    "brotli": 1727329,
    "sha256": "8504320b59d2fc9f347d852d4082ddd951722748c8ef0faf13e227c01059aa07"
   },
   "compact": {
    "plain": 52973702,
    "gzip": 15130596,
    "brotli": 1646726,
    "sha256": "56475758c078e95459a6658052d1c76354b6e683814677931e28283fbf8c375a"
   },
   "column": {
    "plain": 50973812,
    "gzip": 2316608,
    "brotli": 339277,
    "sha256": "ef910f8319b41996d184a4624968413e7ba48cd1284f51b4bd9c8702618ecddd"
   }
  }
 },
 "types": {
  "tables": 3,
  "rows": 720,
  "columns": 44,
  "forms": {
   "tcb": {
    "plain": 63913,
    "gzip": 54918,
    "brotli": 50843,
    "sha256": "a33578393af1c145930bac936b7893c99709db0bc85182348980fc380e754532"
   },
   "named": {
    "plain": 305692,
    "gzip": 75827,
    "brotli": 65890,
    "sha256": "3cfa780e2b7a4e070b004c2349b246214e182ec5bf963304b8bc699e40d51eb7"
   },
   "compact": {
    "plain": 196174,
    "gzip": 70934,
    "brotli": 63138,
    "sha256": "5399f7b11e501f9632452a5ca5f62932d7d43bca6982d906db82e090fdb40e56"
   },
   "column": {
    "plain": 195264,
    "gzip": 67794,
    "brotli": 57730,
    "sha256": "c10e52f5b82ccd30949e95299c2850444d29348caeaf94a2b0e7697d701c697b"
   }
  }
 }
};
