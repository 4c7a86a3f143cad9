// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of series that are not too long for files and charts. */
final class SeriesName {
    private static final int MAX_LENGTH = 100;
    private static final int DIGEST_BYTES = 4;

    private SeriesName() {}

    /** The name; a long one is cut and ends with a digest of all of it, so that different names stay different. */
    public static String of(String name) {
        String plain = name.replaceAll("\\p{Cntrl}", " ");
        if (plain.length() <= MAX_LENGTH) {
            return plain;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(plain.getBytes(StandardCharsets.UTF_8));
            String end = "#" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
            return plain.substring(0, MAX_LENGTH - end.length()) + end;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
