// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.plateaubench.plugin.olio.data.media.MediaKind;
import org.plateaubench.process.FileTree;

/**
 * The files of one form, checked and scaled down, but without an owner: {@link #keep} gives them its number. Files not
 * kept are deleted on close. One thread.
 */
public final class Upload implements AutoCloseable {
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] PDF = "%PDF-".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PDF_END = "%%EOF".getBytes(StandardCharsets.US_ASCII);

    /** A PDF file must contain its end mark within this many bytes of its end. */
    private static final int PDF_END_WITHIN_BYTES = 1024;

    private final UploadFolder owner;
    private final Path folder;
    private final Set<MediaKind> kinds;
    private final Map<MediaKind, Path> files = new EnumMap<>(MediaKind.class);

    /** Begins an upload with files of these kinds. */
    public Upload(UploadFolder owner, MediaKind... kinds) throws IOException {
        this.owner = owner;
        this.folder = Files.createTempDirectory(owner.incoming(), "upload");
        this.kinds = Set.of(kinds);
    }

    /** Returns the path to write the next file to, before a call of one of the methods below. */
    public Path received() {
        return folder.resolve("received");
    }

    /**
     * Accepts the {@linkplain #received received} file as a picture.
     *
     * @throws RejectedUpload when it is neither JPEG nor PNG, too large, or broken
     */
    public void picture(MediaKind kind, MediaKind thumbnailKind) throws IOException, RejectedUpload {
        Path received = received();
        boolean isJpeg = startsWith(received, JPEG);
        if (!isJpeg && !startsWith(received, PNG)) {
            throw new RejectedUpload("The picture is neither JPEG nor PNG.");
        }
        Path thumbnail = folder.resolve("thumbnail");
        owner.pictures().makeThumbnail(received, thumbnail);
        Path picture = folder.resolve("picture");
        if (isJpeg) {
            Files.move(received, picture);
        } else {
            owner.pictures().makeJpeg(received, picture);
            Files.delete(received);
        }
        files.put(kind, picture);
        files.put(thumbnailKind, thumbnail);
    }

    /**
     * Accepts the {@linkplain #received received} file as a document.
     *
     * @throws RejectedUpload when it is not PDF
     */
    public void document(MediaKind kind) throws IOException, RejectedUpload {
        if (!startsWith(received(), PDF) || !endsAsPdf(received())) {
            throw new RejectedUpload("The programme is not a PDF file.");
        }
        Path document = folder.resolve("document");
        Files.move(received(), document);
        files.put(kind, document);
    }

    /**
     * Gives the files the number of their owner. An existing file of a kind that was not sent had another owner,
     * removed by a reset or a crash, and is deleted.
     */
    public void keep(int id) throws IOException {
        for (MediaKind kind : kinds) {
            if (!files.containsKey(kind)) {
                owner.remove(kind, id);
            }
        }
        for (Map.Entry<MediaKind, Path> file : files.entrySet()) {
            owner.keep(file.getValue(), file.getKey(), id);
        }
    }

    @Override
    public void close() throws IOException {
        FileTree.remove(folder);
    }

    private static boolean startsWith(Path file, byte[] wanted) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(wanted.length), wanted);
        }
    }

    private static boolean endsAsPdf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(Math.max(0, Files.size(file) - PDF_END_WITHIN_BYTES));
            String end = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return end.contains(new String(PDF_END, StandardCharsets.ISO_8859_1));
        }
    }
}
