// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads an answer in the External Data Representation (RFC 4506), and refuses values that are longer than the answer.
 * Not thread-safe.
 */
final class XdrReader {
    private static final int WORD = 4;
    /** Greatest number of elements of a list; no host has so many machines, pools or snapshots. */
    private static final int MOST_ELEMENTS = 100_000;

    private final ByteBuffer bytes;

    XdrReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int number() throws IOException {
        if (bytes.remaining() < WORD) {
            throw new IOException("The answer of libvirt is shorter than its parts.");
        }
        return bytes.getInt();
    }

    /** Reads the number of elements that follow. */
    int elements() throws IOException {
        int count = number();
        if (count < 0 || count > MOST_ELEMENTS) {
            throw new IOException("The answer of libvirt has a list of " + count + " elements.");
        }
        return count;
    }

    String text() throws IOException {
        return new String(opaque(number()), StandardCharsets.UTF_8);
    }

    Optional<String> optionalText() throws IOException {
        return number() == 0 ? Optional.empty() : Optional.of(text());
    }

    byte[] opaque(int length) throws IOException {
        if (length < 0 || length > bytes.remaining()) {
            throw new IOException("The answer of libvirt is shorter than its parts.");
        }
        byte[] value = new byte[length];
        bytes.get(value);
        bytes.position(Math.min(bytes.limit(), bytes.position() + Math.floorMod(-length, WORD)));
        return value;
    }
}
