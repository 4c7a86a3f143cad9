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
 * A kind of file. All files of a kind have the same size and dimensions (the ones of Olio's upload files) and show the
 * same; the same id gives the same bytes, another id others. Thread-safe; the kinds are read at the first use of one.
 */
public enum MediaKind {
    /** 1,690 by 1,268 pixels. */
    EVENT_PICTURE("event-picture.jpg", 669_128),
    /** 256 by 192 pixels, which are ours: the reference gives the size only. */
    EVENT_THUMBNAIL("event-thumbnail.jpg", 5_895),
    /** 1,050 by 1,124 pixels. */
    PERSON_PICTURE("person-picture.jpg", 671_520),
    /** 216 by 232 pixels, which are ours: the reference gives the size only. */
    PERSON_THUMBNAIL("person-thumbnail.jpg", 5_758),
    EVENT_DOCUMENT("event-document.pdf", 129_617);

    private final String resource;
    private final int sizeBytes;

    MediaKind(String resource, int sizeBytes) {
        this.resource = resource;
        this.sizeBytes = sizeBytes;
    }

    /** Of every file of this kind. */
    public String contentType() {
        return this == EVENT_DOCUMENT ? "application/pdf" : "image/jpeg";
    }

    /** Of every file of this kind. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /**
     * Writes the file in pieces; none is larger than the small file that it is made of, or 8 KiB.
     *
     * @param id any number
     */
    public void writeTo(OutputStream out, long id) throws IOException {
        Objects.requireNonNull(Originals.BY_KIND.get(this)).writeTo(out, id);
    }

    /**
     * The whole file in memory.
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

    /** The small file that all of this kind are made of. */
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

    /** Read when the first file is asked for. */
    private static final class Originals {
        static final Map<MediaKind, FilledFile> BY_KIND = new EnumMap<>(MediaKind.class);

        static {
            for (MediaKind kind : values()) {
                BY_KIND.put(kind, kind.filled());
            }
        }
    }
}
