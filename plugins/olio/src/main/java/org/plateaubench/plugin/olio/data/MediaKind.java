// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

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
    EVENT_PICTURE("events", ".jpg", 669_128, "event-picture.jpg"),
    /** 256 by 192 pixels, chosen for Plateau, because the reference gives only the size in bytes. */
    EVENT_THUMBNAIL("events", "-thumb.jpg", 5_895, "event-thumbnail.jpg"),
    /** 1,050 by 1,124 pixels. */
    PERSON_PICTURE("people", ".jpg", 671_520, "person-picture.jpg"),
    /** 216 by 232 pixels, chosen for Plateau, because the reference gives only the size in bytes. */
    PERSON_THUMBNAIL("people", "-thumb.jpg", 5_758, "person-thumbnail.jpg"),
    EVENT_DOCUMENT("events", ".pdf", 129_617, "event-document.pdf");

    /** Beginning of the paths of pictures in the reference application. */
    public static final String PICTURES = "/images/";

    /** Beginning of the paths of documents in the reference application. */
    public static final String DOCUMENTS = "/documents/";

    private static final int MOST_DIGITS = 9;

    private final String folder;
    private final String beginning;
    private final String ending;
    private final int sizeBytes;
    private final String resource;

    MediaKind(String folder, String ending, int sizeBytes, String resource) {
        this.folder = folder;
        this.beginning = (ending.equals(".pdf") ? DOCUMENTS : PICTURES) + folder + "/";
        this.ending = ending;
        this.sizeBytes = sizeBytes;
        this.resource = resource;
    }

    public boolean isOfEvent() {
        return this != PERSON_PICTURE && this != PERSON_THUMBNAIL;
    }

    /** Returns the name of the folder of uploaded files of this kind, and of the folder in their paths. */
    public String folder() {
        return folder;
    }

    /** Returns the end of the names of files of this kind, after the number of the event or person. */
    public String ending() {
        return ending;
    }

    /** Returns the path of a file in the reference application, such as {@code /images/events/7.jpg}. */
    public String path(int id) {
        return beginning + id + ending;
    }

    /**
     * Returns the number in the path of a file of this kind.
     *
     * @param text text that ends with the path
     * @param begin index of the path in the text
     * @return number of the event or person, 0 for any other path
     */
    public int idIn(String text, int begin) {
        int first = begin + beginning.length();
        int end = text.length() - ending.length();
        boolean plausible = end > first
                && end - first <= MOST_DIGITS
                && text.charAt(first) != '0'
                && text.startsWith(beginning, begin)
                && text.endsWith(ending);
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
        try (InputStream in =
                Objects.requireNonNull(MediaKind.class.getResourceAsStream("media/" + resource), resource)) {
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
