#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

// Swift cannot call macros, and each of these takes many calls. A result of 1 is success. Private keys of P-256 have 32
// bytes, public ones 65 (uncompressed).

// A key of libcrypto from its bytes; private_key may be NULL. A public key that is no point of the curve gives NULL.
static inline EVP_PKEY *fieldhouse_p256_key(const unsigned char *private_key, const unsigned char *public_key) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  BIGNUM *number = private_key ? BN_bin2bn(private_key, 32, NULL) : NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  int ready = builder != NULL && context != NULL && (private_key == NULL || number != NULL) &&
              OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
              OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key, 65) == 1 &&
              (number == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1);
  if (ready) parameters = OSSL_PARAM_BLD_to_param(builder);
  if (parameters != NULL && EVP_PKEY_fromdata_init(context) == 1 &&
      EVP_PKEY_fromdata(context, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    key = NULL;
  }
  OSSL_PARAM_free(parameters);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_BLD_free(builder);
  BN_clear_free(number);
  return key;
}

// The public key of a private one; 0 when the number is none.
static inline int fieldhouse_p256_public(const unsigned char *private_key, unsigned char *public_key) {
  int done = 0;
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  EC_POINT *point = group ? EC_POINT_new(group) : NULL;
  BIGNUM *number = BN_bin2bn(private_key, 32, NULL);
  if (point != NULL && number != NULL && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
      EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1) {
    done = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, public_key, 65, NULL) == 65;
  }
  BN_clear_free(number);
  EC_POINT_free(point);
  EC_GROUP_free(group);
  return done;
}

// Whether bytes are a point of the curve.
static inline int fieldhouse_p256_is_public(const unsigned char *public_key) {
  EVP_PKEY *key = fieldhouse_p256_key(NULL, public_key);
  int is_key = key != NULL;
  EVP_PKEY_free(key);
  return is_key;
}

// ECDH: the 32 bytes that both sides share.
static inline int fieldhouse_p256_agree(const unsigned char *private_key, const unsigned char *public_key,
                                        const unsigned char *other_key, unsigned char *secret) {
  size_t size = 32;
  EVP_PKEY *own = fieldhouse_p256_key(private_key, public_key);
  EVP_PKEY *other = fieldhouse_p256_key(NULL, other_key);
  EVP_PKEY_CTX *context = own && other ? EVP_PKEY_CTX_new(own, NULL) : NULL;
  int done = context != NULL && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other) == 1 &&
             EVP_PKEY_derive(context, secret, &size) == 1 && size == 32;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(other);
  EVP_PKEY_free(own);
  return done;
}

// ECDSA with SHA-256; the signature is both numbers, 32 bytes each.
static inline int fieldhouse_p256_sign(const unsigned char *private_key, const unsigned char *public_key,
                                       const unsigned char *message, size_t count, unsigned char *signature) {
  unsigned char written[80];
  const unsigned char *rest = written;
  size_t size = sizeof written;
  int done = 0;
  EVP_PKEY *key = fieldhouse_p256_key(private_key, public_key);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (key != NULL && context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
      EVP_DigestSign(context, written, &size, message, count) == 1) {
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &rest, (long)size);
    done = numbers != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
  }
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return done;
}

// HKDF with SHA-256, extracted and expanded.
static inline int fieldhouse_hkdf_sha256(const unsigned char *key, size_t key_count, const unsigned char *salt,
                                         size_t salt_count, const unsigned char *info, size_t info_count,
                                         unsigned char *result, size_t count) {
  EVP_KDF *function = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = function ? EVP_KDF_CTX_new(function) : NULL;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
      OSSL_PARAM_construct_end(),
  };
  int done = context != NULL && EVP_KDF_derive(context, result, count, parameters) == 1;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(function);
  return done;
}

// AES-128-GCM with a nonce of 12 bytes; the tag of 16 bytes comes behind the count bytes of the message.
static inline int fieldhouse_aes128gcm_seal(const unsigned char *key, const unsigned char *nonce,
                                            const unsigned char *message, size_t count, unsigned char *sealed) {
  int size = 0, rest = 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int done = context != NULL && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
             EVP_EncryptUpdate(context, sealed, &size, message, (int)count) == 1 &&
             EVP_EncryptFinal_ex(context, sealed + size, &rest) == 1 && (size_t)(size + rest) == count &&
             EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, sealed + count) == 1;
  EVP_CIPHER_CTX_free(context);
  return done;
}
