// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.process.FileTree;

/**
 * The files of one form, checked, with thumbnails. {@link #keep} stores them under the number of their event or person;
 * otherwise they are deleted on close. Not thread-safe.
 */
final class Upload implements AutoCloseable {
    static final int THUMBNAIL_PIXELS = 256;

    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};
    private static final byte[] PDF = "%PDF-".getBytes(StandardCharsets.US_ASCII);
    private static final String PDF_END = "%%EOF";

    /** A PDF file must contain its end mark within this many bytes of its end. */
    private static final int PDF_END_WITHIN_BYTES = 1024;

    private static final int MAX_SIDE_PIXELS = 10_000;
    private static final long MAX_PIXELS = 25_000_000;
    private static final float QUALITY = 0.85f;

    private final UploadFolder uploads;
    private final Path folder;
    private final Set<MediaKind> kinds;

    static {
        ImageIO.setUseCache(false);
    }

    Upload(UploadFolder uploads, MediaKind... kinds) throws IOException {
        this.uploads = uploads;
        this.folder = Files.createTempDirectory(uploads.incoming(), "upload");
        this.kinds = Set.of(kinds);
    }

    /** Returns the path to write the next file to, before a call of {@link #accept}. */
    Path received() {
        return folder.resolve("received");
    }

    /**
     * Checks the {@linkplain #received received} file as a file of a kind, and creates the thumbnail of a picture.
     * Returns the problem of the file, for the user who sent it; empty for none.
     */
    String accept(MediaKind kind) throws IOException {
        String problem = kind == MediaKind.EVENT_DOCUMENT ? documentProblem() : pictureProblem(thumbnailKind(kind));
        if (problem.isEmpty()) {
            Files.move(received(), file(kind));
        }
        return problem;
    }

    private String documentProblem() throws IOException {
        return startsWith(received(), PDF) && endsAsPdf(received()) ? "" : "The programme is not a PDF file.";
    }

    private static MediaKind thumbnailKind(MediaKind picture) {
        return picture == MediaKind.EVENT_PICTURE ? MediaKind.EVENT_THUMBNAIL : MediaKind.PERSON_THUMBNAIL;
    }

    private Path file(MediaKind kind) {
        return folder.resolve(kind.name());
    }

    /** Writes the thumbnail, with at most 256 pixels on each side. The picture's size is checked before it is decoded. */
    private String pictureProblem(MediaKind thumbnail) throws IOException {
        if (!startsWith(received(), JPEG)) {
            return "The picture is not a JPEG.";
        }
        BufferedImage small;
        ImageReader reader = ImageIO.getImageReadersByFormatName("jpeg").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(received().toFile())) {
            reader.setInput(in, true, true);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            int side = Math.max(width, height);
            if (side > MAX_SIDE_PIXELS || (long) width * height > MAX_PIXELS) {
                return "The picture has too many pixels: at most 25 million.";
            }
            // Rows and columns that the small picture cannot show are not decoded.
            ImageReadParam parameters = reader.getDefaultReadParam();
            int step = Math.max(1, side / (2 * THUMBNAIL_PIXELS));
            parameters.setSourceSubsampling(step, step, 0, 0);
            small = scaled(reader.read(0, parameters));
        } catch (RuntimeException | IOException e) {
            // The decoders throw various exceptions for a broken file.
            return "The picture cannot be read.";
        } finally {
            reader.dispose();
        }
        write(small, file(thumbnail));
        return "";
    }

    private static BufferedImage scaled(BufferedImage image) {
        double scale = Math.min(1, THUMBNAIL_PIXELS / (double) Math.max(image.getWidth(), image.getHeight()));
        int width = Math.max(1, (int) Math.round(image.getWidth() * scale));
        int height = Math.max(1, (int) Math.round(image.getHeight() * scale));
        BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = small.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        canvas.drawImage(image, 0, 0, width, height, Color.WHITE, null);
        canvas.dispose();
        return small;
    }

    private static void write(BufferedImage image, Path file) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            ImageWriteParam parameters = writer.getDefaultWriteParam();
            parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            parameters.setCompressionQuality(QUALITY);
            writer.write(null, new IIOImage(image, null, null), parameters);
        } finally {
            writer.dispose();
        }
    }

    private static boolean startsWith(Path file, byte[] wanted) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(wanted.length), wanted);
        }
    }

    private static boolean endsAsPdf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(Math.max(0, Files.size(file) - PDF_END_WITHIN_BYTES));
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(PDF_END);
        }
    }

    /**
     * Stores the files under the number of their event or person. An existing file of a kind that was not sent is
     * deleted: it belonged to an earlier event or person with this number, which a reset or a crash has removed.
     */
    void keep(int id) throws IOException {
        for (MediaKind kind : kinds) {
            if (Files.exists(file(kind))) {
                uploads.keep(file(kind), kind, id);
            } else {
                uploads.remove(kind, id);
            }
        }
    }

    @Override
    public void close() throws IOException {
        FileTree.remove(folder);
    }
}
