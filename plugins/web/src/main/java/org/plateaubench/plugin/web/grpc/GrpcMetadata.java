// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Metadata;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Metadata by name, as texts: ASCII, or Base64 of the bytes of names that end with {@code -bin}. */
final class GrpcMetadata {
    private GrpcMetadata() {}

    private static boolean isBinary(String name) {
        return name.endsWith(Metadata.BINARY_HEADER_SUFFIX);
    }

    /** What is wrong with a name or a value, a sentence; empty for nothing. */
    static String problem(String name, String value) {
        try {
            put(new Metadata(), name, value);
            return "";
        } catch (IllegalArgumentException e) {
            return "'" + name + "' cannot be sent as metadata: " + e.getMessage() + ".";
        }
    }

    /**
     * Adds metadata.
     *
     * @throws IllegalArgumentException with a clause if the name or the value is not possible
     */
    static void put(Metadata metadata, String name, String value) {
        if (isBinary(name)) {
            metadata.put(
                    Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER),
                    Base64.getDecoder().decode(value));
            return;
        }
        if (!value.chars().allMatch(each -> each >= ' ' && each <= '~')) {
            throw new IllegalArgumentException("its value is not printable ASCII");
        }
        metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    }

    /** The last value of a name; null for none. */
    static @Nullable String get(Metadata metadata, String name) {
        if (!isBinary(name)) {
            return metadata.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
        }
        byte[] value = metadata.get(Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER));
        return value == null ? null : Base64.getEncoder().encodeToString(value);
    }
}
