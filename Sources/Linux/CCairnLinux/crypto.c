#include "CCairnLinux.h"
#include <pthread.h>
#include <stdlib.h>

// The number of Ed25519 in OpenSSL's tables of objects, which is part of its interface.
enum { ed25519 = 1087 };

static struct {
  void *(*context_new)(void);
  void (*context_free)(void *);
  const void *(*sha256)(void);
  int (*digest_begin)(void *, const void *, void *);
  int (*digest_add)(void *, const void *, size_t);
  int (*digest_end)(void *, unsigned char *, unsigned int *);
  void *(*key_new)(int, void *, const unsigned char *, size_t);
  void (*key_free)(void *);
  int (*verify_begin)(void *, void **, const void *, void *, void *);
  int (*verify)(void *, const unsigned char *, size_t, const unsigned char *, size_t);
} crypto;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so", NULL};
  static const cairnlinux_symbol symbols[] = {
    {"EVP_MD_CTX_new", &crypto.context_new},         {"EVP_MD_CTX_free", &crypto.context_free},
    {"EVP_sha256", &crypto.sha256},                  {"EVP_DigestInit_ex", &crypto.digest_begin},
    {"EVP_DigestUpdate", &crypto.digest_add},        {"EVP_DigestFinal_ex", &crypto.digest_end},
    {"EVP_PKEY_new_raw_public_key", &crypto.key_new}, {"EVP_PKEY_free", &crypto.key_free},
    {"EVP_DigestVerifyInit", &crypto.verify_begin},  {"EVP_DigestVerify", &crypto.verify},
    {NULL, NULL},
  };
  is_loaded = cairnlinux_load_library(names, symbols);
}

int cairnlinux_crypto_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

void *cairnlinux_sha256_begin(void) {
  if (!cairnlinux_crypto_is_there()) return NULL;
  void *context = crypto.context_new();
  if (context != NULL && crypto.digest_begin(context, crypto.sha256(), NULL) != 1) {
    crypto.context_free(context);
    context = NULL;
  }
  return context;
}

int cairnlinux_sha256_add(void *context, const void *bytes, size_t count) {
  return count == 0 || crypto.digest_add(context, bytes, count) == 1;
}

int cairnlinux_sha256_end(void *context, uint8_t out[32]) {
  unsigned int length = 0;
  int is_done = out == NULL || (crypto.digest_end(context, out, &length) == 1 && length == 32);
  crypto.context_free(context);
  return is_done;
}

int cairnlinux_ed25519_verifies(
    const uint8_t key[32], const uint8_t signature[64], const uint8_t *message, size_t length) {
  if (!cairnlinux_crypto_is_there()) return 0;
  void *context = crypto.context_new();
  void *public_key = crypto.key_new(ed25519, NULL, key, 32);
  int is_right = context != NULL && public_key != NULL &&
                 crypto.verify_begin(context, NULL, NULL, NULL, public_key) == 1 &&
                 crypto.verify(context, signature, 64, message, length) == 1;
  if (public_key != NULL) crypto.key_free(public_key);
  if (context != NULL) crypto.context_free(context);
  return is_right;
}
