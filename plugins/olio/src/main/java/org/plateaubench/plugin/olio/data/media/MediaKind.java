// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * A kind of file. All files of a kind have the same size, dimensions (those of Olio's upload files) and visible
 * content; the same id gives the same bytes, different ids different ones. Any thread; the kinds are read at first use.
 */
public enum MediaKind {
    /** 1,690 by 1,268 pixels. */
    EVENT_PICTURE("event-picture.jpg", 669_128),
    /** 256 by 192 pixels, chosen for Plateau, because the reference gives only the size in bytes. */
    EVENT_THUMBNAIL("event-thumbnail.jpg", 5_895),
    /** 1,050 by 1,124 pixels. */
    PERSON_PICTURE("person-picture.jpg", 671_520),
    /** 216 by 232 pixels, chosen for Plateau, because the reference gives only the size in bytes. */
    PERSON_THUMBNAIL("person-thumbnail.jpg", 5_758),
    EVENT_DOCUMENT("event-document.pdf", 129_617);

    private final String resource;
    private final int sizeBytes;

    MediaKind(String resource, int sizeBytes) {
        this.resource = resource;
        this.sizeBytes = sizeBytes;
    }

    /** Returns the type of every file of this kind. */
    public String contentType() {
        return this == EVENT_DOCUMENT ? "application/pdf" : "image/jpeg";
    }

    /** Returns the size of every file of this kind, bytes. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /**
     * Writes the file in pieces; none is larger than the original small file, or 8 KiB.
     *
     * @param id any number
     */
    public void writeTo(OutputStream out, long id) throws IOException {
        Objects.requireNonNull(Originals.BY_KIND.get(this)).writeTo(out, id);
    }

    /**
     * Returns the whole file in memory.
     *
     * @param id any number
     */
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
        try (InputStream in = Objects.requireNonNull(MediaKind.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FilledFile filled() {
        return this == EVENT_DOCUMENT ? FilledFile.pdf(original(), sizeBytes) : FilledFile.jpeg(original(), sizeBytes);
    }

    /** Loaded with the first file. */
    private static final class Originals {
        static final Map<MediaKind, FilledFile> BY_KIND = new EnumMap<>(MediaKind.class);

        static {
            for (MediaKind kind : values()) {
                BY_KIND.put(kind, kind.filled());
            }
        }
    }
}
