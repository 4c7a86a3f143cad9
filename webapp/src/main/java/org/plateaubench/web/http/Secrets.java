// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Secrets that cannot be guessed, and their digests. Thread-safe. */
public final class Secrets {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** Returns 256 random bits as text that is safe in a header or a link. */
    public static String random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns the digest that is stored instead of such a secret. A plain digest is enough, since 256 random bits
     * cannot be guessed.
     *
     * @param purpose use of the secret; the digest differs for each
     */
    public static String digest(String purpose, String secret) {
        byte[] digest = digest((purpose + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    /** Returns whether two texts are equal, in a time that does not depend on where they differ. */
    public static boolean equal(String first, String second) {
        return MessageDigest.isEqual(first.getBytes(StandardCharsets.UTF_8), second.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the SHA-256 digest of the given bytes, 32 bytes. */
    public static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
