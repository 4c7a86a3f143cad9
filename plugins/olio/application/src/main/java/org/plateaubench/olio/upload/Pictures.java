// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/** Scales pictures down. The size of a picture is checked before it is decoded. */
final class Pictures {
    static final int THUMBNAIL_PIXELS = 256;

    private static final int SIDE_PIXELS_AT_MOST = 10_000;
    private static final long PIXELS_AT_MOST = 25_000_000;
    private static final float QUALITY = 0.85f;

    Pictures() {
        ImageIO.setUseCache(false);
    }

    /**
     * Writes a JPEG file of at most 256 pixels on each side.
     *
     * @throws RejectedUpload when the file is not a picture
     */
    void makeThumbnail(Path picture, Path thumbnail) throws IOException, RejectedUpload {
        convert(picture, THUMBNAIL_PIXELS, thumbnail);
    }

    /**
     * Encodes the picture again as JPEG.
     *
     * @throws RejectedUpload when the file is not a picture
     */
    void makeJpeg(Path picture, Path jpeg) throws IOException, RejectedUpload {
        convert(picture, SIDE_PIXELS_AT_MOST, jpeg);
    }

    private static void convert(Path picture, int sideAtMost, Path target) throws IOException, RejectedUpload {
        write(
                read(picture, reader -> {
                    ImageReadParam parameters = reader.getDefaultReadParam();
                    int step = step(reader, sideAtMost);
                    parameters.setSourceSubsampling(step, step, 0, 0);
                    return scaled(reader.read(0, parameters), sideAtMost);
                }),
                target);
    }

    /** Returns the step between decoded rows and columns: those that the small picture cannot show are skipped. */
    private static int step(ImageReader reader, int sideAtMost) throws IOException {
        return Math.max(1, Math.max(reader.getWidth(0), reader.getHeight(0)) / (2 * sideAtMost));
    }

    /** A query on a picture. */
    @FunctionalInterface
    private interface Question<T> {
        T of(ImageReader reader) throws IOException;
    }

    private static <T> T read(Path picture, Question<T> question) throws RejectedUpload {
        try (ImageInputStream in = ImageIO.createImageInputStream(picture.toFile())) {
            ImageReader reader = reader(in);
            try {
                reader.setInput(in, true, true);
                int width = reader.getWidth(0);
                int height = reader.getHeight(0);
                if (width > SIDE_PIXELS_AT_MOST
                        || height > SIDE_PIXELS_AT_MOST
                        || (long) width * height > PIXELS_AT_MOST) {
                    throw new RejectedUpload("The picture has too many pixels: at most 25 million.");
                }
                return question.of(reader);
            } finally {
                reader.dispose();
            }
        } catch (RuntimeException | IOException e) {
            // The decoders throw various exceptions for a broken file.
            throw new RejectedUpload("The picture cannot be read.", e);
        }
    }

    private static ImageReader reader(ImageInputStream in) throws IOException, RejectedUpload {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            String format = reader.getFormatName().toLowerCase(Locale.ROOT);
            if (format.equals("jpeg") || format.equals("png")) {
                return reader;
            }
            reader.dispose();
        }
        throw new RejectedUpload("The picture is neither JPEG nor PNG.");
    }

    private static BufferedImage scaled(BufferedImage image, int sideAtMost) {
        double scale = Math.min(1, sideAtMost / (double) Math.max(image.getWidth(), image.getHeight()));
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
}
