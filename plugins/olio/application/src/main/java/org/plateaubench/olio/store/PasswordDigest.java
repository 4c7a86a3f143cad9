// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The stored digest of a password: SHA-256 of it and the user's name. A slow digest, which sites with real users need,
 * would dominate a benchmark of sign-ins; and here every password is known, since it is the user's number.
 */
public final class PasswordDigest {
    private PasswordDigest() {}

    /** Returns 64 hexadecimal digits. */
    public static String of(String userName, String password) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((userName + ":" + password).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static boolean matches(String digest, String userName, String password) {
        return MessageDigest.isEqual(
                digest.getBytes(StandardCharsets.US_ASCII),
                of(userName, password).getBytes(StandardCharsets.US_ASCII));
    }
}
