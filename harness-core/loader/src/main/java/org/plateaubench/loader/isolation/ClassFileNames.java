// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Searches the constant pool of a class file for names. It must be fast because it searches every class of every
 * plugin. The layout is defined in section 4.4 of the Java Virtual Machine Specification.
 */
final class ClassFileNames {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int UTF8 = 1;

    private ClassFileNames() {}

    /** Whether any text in the constant pool is one of the names; false if the bytes are not a class file. */
    static boolean anyOf(byte[] bytes, Set<String> names) {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        try {
            if (file.getInt() != MAGIC) {
                return false;
            }
            file.getInt();
            int count = Short.toUnsignedInt(file.getShort());
            for (int i = 1; i < count; i++) {
                int tag = file.get();
                if (tag == UTF8) {
                    int length = Short.toUnsignedInt(file.getShort());
                    if (isOneOf(bytes, file.position(), length, names)) {
                        return true;
                    }
                    file.position(file.position() + length);
                } else {
                    file.position(file.position() + sizeOf(tag));
                    // A long or a double takes two entries.
                    i += tag == 5 || tag == 6 ? 1 : 0;
                }
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return false;
        }
        return false;
    }

    private static boolean isOneOf(byte[] bytes, int from, int length, Set<String> names) {
        return length <= GuardedCall.LONGEST_NAME
                && from + length <= bytes.length
                && names.contains(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
    }

    /** The number of bytes that follow a tag. */
    private static int sizeOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            default -> throw new IllegalArgumentException("no constant has the tag " + tag);
        };
    }
}
