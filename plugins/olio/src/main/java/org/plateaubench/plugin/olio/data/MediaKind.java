// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * A kind of file. All files of a kind have the same size, dimensions (those of Olio's upload files) and visible
 * content; the same id gives the same bytes, different ids different ones. Thread-safe; the kinds are read at first
 * use.
 */
public enum MediaKind {
    /** 1,690 by 1,268 pixels. */
    EVENT_PICTURE("events", ".jpg", 669_128, "event-picture.jpg"),
    /** 256 by 192 pixels, chosen for Plateau, because Olio documents only the size in bytes. */
    EVENT_THUMBNAIL("events", "-thumb.jpg", 5_895, "event-thumbnail.jpg"),
    /** 1,050 by 1,124 pixels. */
    PERSON_PICTURE("people", ".jpg", 671_520, "person-picture.jpg"),
    /** 216 by 232 pixels, chosen for Plateau, because Olio documents only the size in bytes. */
    PERSON_THUMBNAIL("people", "-thumb.jpg", 5_758, "person-thumbnail.jpg"),
    EVENT_DOCUMENT("events", ".pdf", 129_617, "event-document.pdf");

    /** Prefix of the paths of pictures in the reference application. */
    public static final String PICTURES = "/images/";

    /** Prefix of the paths of documents in the reference application. */
    public static final String DOCUMENTS = "/documents/";

    private static final int MAX_DIGITS = 9;

    private final String prefix;
    private final String suffix;
    private final int sizeBytes;
    private final String resource;

    MediaKind(String folder, String suffix, int sizeBytes, String resource) {
        this.prefix = (suffix.equals(".pdf") ? DOCUMENTS : PICTURES) + folder + "/";
        this.suffix = suffix;
        this.sizeBytes = sizeBytes;
        this.resource = resource;
    }

    public boolean isOfEvent() {
        return this != PERSON_PICTURE && this != PERSON_THUMBNAIL;
    }

    /** Returns the path in the reference application and in its upload folder, such as {@code /images/events/7.jpg}. */
    public String path(int id) {
        return prefix + id + suffix;
    }

    /** Parses the id from the path that starts at {@code begin} in {@code text}; 0 if it is not a path of this kind. */
    public int idIn(String text, int begin) {
        int first = begin + prefix.length();
        int end = text.length() - suffix.length();
        boolean plausible = end > first
                && end - first <= MAX_DIGITS
                && text.charAt(first) != '0'
                && text.startsWith(prefix, begin)
                && text.endsWith(suffix);
        int id = 0;
        for (int i = first; plausible && i < end; i++) {
            int digit = text.charAt(i) - '0';
            plausible = digit >= 0 && digit <= 9;
            id = 10 * id + digit;
        }
        return plausible ? id : 0;
    }

    public String contentType() {
        return this == EVENT_DOCUMENT ? "application/pdf" : "image/jpeg";
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    /** Writes the file in pieces of at most 8 KiB, or the size of the original small file if that is larger. */
    public void writeTo(OutputStream out, long id) throws IOException {
        Objects.requireNonNull(Originals.BY_KIND.get(this)).writeTo(out, id);
    }

    public byte[] bytes(long id) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(sizeBytes);
        try {
            writeTo(bytes, id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the small file that all files of this kind are made from. */
    byte[] original() {
        try (InputStream in =
                Objects.requireNonNull(MediaKind.class.getResourceAsStream("media/" + resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PaddedFile padded() {
        return this == EVENT_DOCUMENT ? PaddedFile.pdf(original(), sizeBytes) : PaddedFile.jpeg(original(), sizeBytes);
    }

    /** Loaded with the first file. */
    private static final class Originals {
        static final Map<MediaKind, PaddedFile> BY_KIND = new EnumMap<>(MediaKind.class);

        static {
            for (MediaKind kind : values()) {
                BY_KIND.put(kind, kind.padded());
            }
        }
    }

    /**
     * A small file with random padding in comments of its format, for a given size and different content for each id.
     * The padding cannot be compressed by more than an eighth. Immutable.
     */
    private static final class PaddedFile {
        /** Length of the header of an image with its JFIF segment, which must be the first. */
        private static final int JPEG_HEADER_BYTES = 20;

        private static final int COMMENT_HEADER_BYTES = 4;
        private static final int MAX_COMMENT_BYTES = 0xFFFF + 2;
        private static final int PIECE_BYTES = 8 * 1024;

        private final List<Part> parts;

        /** Bytes that are the same in every file, and the length of the padding after them. */
        @SuppressWarnings("ArrayRecordComponent") // Records of this type are never compared.
        private record Part(byte[] fixed, int paddingBytes) {}

        private PaddedFile(List<Part> parts) {
            this.parts = parts;
        }

        /**
         * Pads with comment segments (ITU-T T.81, B.2.4.5) after the header.
         *
         * @param original a JFIF file, at least 4 bytes smaller than the size
         */
        static PaddedFile jpeg(byte[] original, int sizeBytes) {
            int missing = sizeBytes - original.length;
            int comments = Math.ceilDiv(missing, MAX_COMMENT_BYTES);
            List<Part> parts = new ArrayList<>();
            parts.add(new Part(Arrays.copyOf(original, JPEG_HEADER_BYTES), 0));
            for (int left = comments; left > 0; left--) {
                // The segments have equal lengths, so that none is too short for its header.
                int bytes = missing / left;
                int length = bytes - 2;
                parts.add(new Part(
                        new byte[] {(byte) 0xFF, (byte) 0xFE, (byte) (length >> 8), (byte) length},
                        bytes - COMMENT_HEADER_BYTES));
                missing -= bytes;
            }
            parts.add(new Part(Arrays.copyOfRange(original, JPEG_HEADER_BYTES, original.length), 0));
            return new PaddedFile(parts);
        }

        /**
         * Pads with a comment line (ISO 32000-1, 7.2.3) after the trailer's dictionary, where it does not move the
         * target of any offset in the table.
         *
         * @param original a PDF file, at least 2 bytes smaller than the size
         */
        static PaddedFile pdf(byte[] original, int sizeBytes) {
            int end = new String(original, StandardCharsets.ISO_8859_1).lastIndexOf("startxref");
            byte[] before = Arrays.copyOf(original, end + 1);
            before[end] = '%';
            byte[] after = Arrays.copyOfRange(original, end - 1, original.length);
            return new PaddedFile(
                    List.of(new Part(before, sizeBytes - before.length - after.length), new Part(after, 0)));
        }

        void writeTo(OutputStream out, long id) throws IOException {
            SplittableRandom padding = new SplittableRandom(id);
            byte[] piece = new byte[PIECE_BYTES];
            for (Part part : parts) {
                out.write(part.fixed);
                for (int left = part.paddingBytes; left > 0; left -= PIECE_BYTES) {
                    padding.nextBytes(piece);
                    for (int at = 0; at < PIECE_BYTES; at++) {
                        // Never a line end, which would end the comment.
                        piece[at] |= (byte) 0x80;
                    }
                    out.write(piece, 0, Math.min(left, PIECE_BYTES));
                }
            }
        }
    }
}
