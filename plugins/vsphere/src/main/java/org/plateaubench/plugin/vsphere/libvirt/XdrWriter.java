// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the arguments of a call in the External Data Representation (RFC 4506), as big-endian words of four bytes. Not
 * thread-safe.
 */
final class XdrWriter {
    private static final int WORD = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    XdrWriter number(int value) {
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes.write(value >>> shift);
        }
        return this;
    }

    XdrWriter text(String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        return number(encoded.length).opaque(encoded);
    }

    /** Writes an optional text that is present. */
    XdrWriter optionalText(String value) {
        return number(1).text(value);
    }

    /** Writes bytes of a length that both sides know, padded to whole words. */
    XdrWriter opaque(byte[] value) {
        bytes.writeBytes(value);
        for (int i = value.length; i % WORD != 0; i++) {
            bytes.write(0);
        }
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
