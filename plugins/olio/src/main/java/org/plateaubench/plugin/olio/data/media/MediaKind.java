// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;

/**
 * A kind of file. All files of a kind have the same size and dimensions (the ones of Olio's upload files); the same id
 * gives the same bytes, another id another picture. Thread-safe; what a kind needs is built at its first use.
 */
public enum MediaKind {
    EVENT_PICTURE("image/jpeg", 669_128, 1690, 1268),
    /** Dimensions are ours: the reference gives the size only. */
    EVENT_THUMBNAIL("image/jpeg", 5_895, 256, 192),
    PERSON_PICTURE("image/jpeg", 671_520, 1050, 1124),
    /** Dimensions are ours: the reference gives the size only. */
    PERSON_THUMBNAIL("image/jpeg", 5_758, 216, 232),
    /** The picture inside is of the event of that id; dimensions are the picture's. */
    EVENT_DOCUMENT("application/pdf", 129_617, 408, 306);

    private final String contentType;
    private final int sizeBytes;
    private final int widthPixels;
    private final int heightPixels;

    MediaKind(String contentType, int sizeBytes, int widthPixels, int heightPixels) {
        this.contentType = contentType;
        this.sizeBytes = sizeBytes;
        this.widthPixels = widthPixels;
        this.heightPixels = heightPixels;
    }

    public String contentType() {
        return contentType;
    }

    /** Of every file of this kind. */
    public int sizeBytes() {
        return sizeBytes;
    }

    public int widthPixels() {
        return widthPixels;
    }

    public int heightPixels() {
        return heightPixels;
    }

    /**
     * Writes the file in pieces of a few kilobytes; allocates no more than that.
     *
     * @param id any number
     */
    public void writeTo(OutputStream out, long id) throws IOException {
        if (this == EVENT_DOCUMENT) {
            Templates.DOCUMENT.write(out, id, scene(id));
        } else {
            jpeg().write(out, scene(id));
        }
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

    private Scene scene(long id) {
        return switch (this) {
            case EVENT_PICTURE, EVENT_THUMBNAIL, EVENT_DOCUMENT -> new EventScene(id);
            case PERSON_PICTURE, PERSON_THUMBNAIL -> new PersonScene(id);
        };
    }

    private JpegTemplate jpeg() {
        return Objects.requireNonNull(Templates.JPEGS.get(this), "a kind of picture");
    }

    /** Built when the first file is asked for. */
    private static final class Templates {
        static final Map<MediaKind, JpegTemplate> JPEGS = jpegs();
        static final PdfTemplate DOCUMENT =
                new PdfTemplate(EVENT_DOCUMENT.sizeBytes, EVENT_DOCUMENT.widthPixels, EVENT_DOCUMENT.heightPixels);

        private static Map<MediaKind, JpegTemplate> jpegs() {
            Map<MediaKind, JpegTemplate> jpegs = new EnumMap<>(MediaKind.class);
            for (MediaKind kind : EnumSet.complementOf(EnumSet.of(EVENT_DOCUMENT))) {
                jpegs.put(kind, new JpegTemplate(kind.sizeBytes, kind.widthPixels, kind.heightPixels));
            }
            return jpegs;
        }
    }
}
