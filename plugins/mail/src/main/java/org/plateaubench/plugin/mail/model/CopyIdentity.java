// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Identifies copies of messages by the number of the recipient's account and a hash of the message's token. */
public final class CopyIdentity {
    public static final String KIND = "copies";

    private CopyIdentity() {}

    /** Returns a hash of 32 bits of a token; one recipient has hundreds of them, seldom more. */
    public static int hash(String token) {
        CRC32 sum = new CRC32();
        sum.update(token.getBytes(StandardCharsets.US_ASCII));
        return (int) sum.getValue();
    }

    public static long of(int account, int tokenHash) {
        return ((long) account << Integer.SIZE) | Integer.toUnsignedLong(tokenHash);
    }
}
