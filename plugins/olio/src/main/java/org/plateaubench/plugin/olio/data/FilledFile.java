// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small file with filling in comments of its format, which gives it a wanted size and different content for each id.
 * The filling cannot be compressed by more than an eighth. Immutable.
 */
final class FilledFile {
    /** Length of the start of an image with its JFIF segment, which must be the first. */
    private static final int JPEG_HEAD_BYTES = 20;

    private static final int COMMENT_HEAD_BYTES = 4;
    private static final int COMMENT_BYTES_AT_MOST = 0xFFFF + 2;
    private static final int PIECE_BYTES = 8 * 1024;

    private final List<Part> parts;

    /** Bytes that are the same in every file, and the length of the filling after them. */
    @SuppressWarnings("ArrayRecordComponent") // Records of this type are never compared.
    private record Part(byte[] fixed, int fillingBytes) {}

    private FilledFile(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * Fills comment segments (ITU-T T.81, B.2.4.5) after the head.
     *
     * @param original a JFIF file, at least 4 bytes smaller than the size
     * @param sizeBytes size of the file with its filling
     */
    static FilledFile jpeg(byte[] original, int sizeBytes) {
        int missing = sizeBytes - original.length;
        int comments = Math.ceilDiv(missing, COMMENT_BYTES_AT_MOST);
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(Arrays.copyOf(original, JPEG_HEAD_BYTES), 0));
        for (int left = comments; left > 0; left--) {
            // The segments have equal lengths, so that none is too short for its head.
            int bytes = missing / left;
            int length = bytes - 2;
            parts.add(new Part(
                    new byte[] {(byte) 0xFF, (byte) 0xFE, (byte) (length >> 8), (byte) length},
                    bytes - COMMENT_HEAD_BYTES));
            missing -= bytes;
        }
        parts.add(new Part(Arrays.copyOfRange(original, JPEG_HEAD_BYTES, original.length), 0));
        return new FilledFile(parts);
    }

    /**
     * Fills a comment line (ISO 32000-1, 7.2.3) after the trailer's dictionary, where it does not move the target of
     * any offset in the table.
     *
     * @param original a PDF file, at least 2 bytes smaller than the size
     * @param sizeBytes size of the file with its filling
     */
    static FilledFile pdf(byte[] original, int sizeBytes) {
        int end = new String(original, StandardCharsets.ISO_8859_1).lastIndexOf("startxref");
        byte[] before = Arrays.copyOf(original, end + 1);
        before[end] = '%';
        byte[] after = Arrays.copyOfRange(original, end - 1, original.length);
        return new FilledFile(List.of(new Part(before, sizeBytes - before.length - after.length), new Part(after, 0)));
    }

    void writeTo(OutputStream out, long id) throws IOException {
        SplittableRandom filling = new SplittableRandom(id);
        byte[] piece = new byte[PIECE_BYTES];
        for (Part part : parts) {
            out.write(part.fixed);
            for (int left = part.fillingBytes; left > 0; left -= PIECE_BYTES) {
                filling.nextBytes(piece);
                for (int at = 0; at < PIECE_BYTES; at++) {
                    // Never a line end, which would end the comment.
                    piece[at] |= (byte) 0x80;
                }
                out.write(piece, 0, Math.min(left, PIECE_BYTES));
            }
        }
    }
}
