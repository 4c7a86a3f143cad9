// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Draws the small files that {@link MediaKind} fills. They are drawn once and kept as resources, since another JDK may
 * write other bytes. Run in the folder {@code plugins/olio}:
 *
 * <pre>{@code
 * java src/test/java/org/plateaubench/plugin/olio/data/DrawnOriginals.java \
 *     src/main/resources/org/plateaubench/plugin/olio/data/media
 * }</pre>
 */
final class DrawnOriginals {
    private DrawnOriginals() {}

    /** Writes all five files into the folder that is named. */
    static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Files.write(folder.resolve("event-picture.jpg"), jpeg(event(1690, 1268, 4), 0.6f));
        Files.write(folder.resolve("event-thumbnail.jpg"), jpeg(event(256, 192, 4), 0.6f));
        Files.write(folder.resolve("person-picture.jpg"), jpeg(person(1050, 1124, 4), 0.6f));
        Files.write(folder.resolve("person-thumbnail.jpg"), jpeg(person(216, 232, 4), 0.6f));
        Files.write(folder.resolve("event-document.pdf"), document());
    }

    /** A sun above a hill, with the grain of a photograph. */
    static BufferedImage event(int width, int height, int grain) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setPaint(new GradientPaint(0, 0, new Color(0x2060C0), 0, height, new Color(0xF0D0A0)));
        canvas.fillRect(0, 0, width, height);
        canvas.setPaint(new Color(0xFFF0C0));
        canvas.fillOval(width * 3 / 5, height / 6, height / 5, height / 5);
        canvas.setPaint(new GradientPaint(0, height / 2f, new Color(0x50A050), 0, height, new Color(0x204020)));
        canvas.fillOval(-width / 4, height * 3 / 5, width * 3 / 2, height);
        canvas.dispose();
        return grained(image, grain);
    }

    /** A head and shoulders, with the grain of a photograph. */
    static BufferedImage person(int width, int height, int grain) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setPaint(new GradientPaint(0, 0, new Color(0xB0C8D8), width, height, new Color(0x6080A0)));
        canvas.fillRect(0, 0, width, height);
        canvas.setPaint(new Color(0x405080));
        canvas.fillOval(width / 6, height * 2 / 3, width * 2 / 3, height);
        canvas.setPaint(new Color(0xD8A888));
        canvas.fillOval(width / 3, height / 5, width / 3, height / 2);
        canvas.dispose();
        return grained(image, grain);
    }

    private static BufferedImage grained(BufferedImage image, int grain) {
        Random random = new Random(1);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int noise = (int) Math.round(random.nextGaussian() * grain);
                int rgb = 0;
                for (int shift = 16; shift >= 0; shift -= 8) {
                    rgb |= Math.clamp((image.getRGB(x, y) >> shift & 0xFF) + noise, 0, 255) << shift;
                }
                image.setRGB(x, y, rgb);
            }
        }
        return image;
    }

    private static byte[] jpeg(BufferedImage image, float quality) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam parameters = writer.getDefaultWriteParam();
            parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            parameters.setCompressionQuality(quality);
            writer.write(null, new IIOImage(image, null, null), parameters);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static byte[] document() {
        String text = "BT /F1 24 Tf 72 740 Td (Everything about this evening, in print.) Tj ET\n";
        String[] objects = {
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
                    + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length " + text.length() + " >>\nstream\n" + text + "endstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        };
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder table = new StringBuilder("xref\n0 6\n0000000000 65535 f \n");
        for (int number = 1; number <= objects.length; number++) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", file.length()));
            file.append(number).append(" 0 obj\n").append(objects[number - 1]).append("\nendobj\n");
        }
        int start = file.length();
        file.append(table).append("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n");
        file.append(start).append("\n%%EOF\n");
        return file.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
