// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MediaKindTest {

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void everyFileOfAKindHasTheDocumentedSize(MediaKind kind) {
        for (long id : new long[] {0, 1, 7, 150_000, Integer.MAX_VALUE, Long.MAX_VALUE, -5}) {
            assertThat(kind.bytes(id)).as("id " + id).hasSize(kind.sizeBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void theSameIdGivesTheSameBytesAndAnotherIdOthers(MediaKind kind) {
        byte[] first = kind.bytes(41);
        assertThat(kind.bytes(41)).isEqualTo(first);
        assertThat(kind.bytes(42)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(value = MediaKind.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENT_DOCUMENT")
    void aPictureIsDecodedWithoutAWarningInTheDocumentedDimensions(MediaKind kind) throws IOException {
        for (long id = 1; id <= 3; id++) {
            List<String> warnings = new ArrayList<>();
            BufferedImage image = decoded(kind.bytes(id), warnings);
            assertThat(warnings).isEmpty();
            assertThat(image.getWidth()).isEqualTo(kind.widthPixels());
            assertThat(image.getHeight()).isEqualTo(kind.heightPixels());
        }
    }

    @ParameterizedTest
    @EnumSource(value = MediaKind.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENT_DOCUMENT")
    void aPictureHasTheColoursOfItsScene(MediaKind kind) throws IOException {
        Scene scene = kind.name().startsWith("EVENT") ? new EventScene(9) : new PersonScene(9);
        int columns = Math.ceilDiv(kind.widthPixels(), 8);
        scene.layOut(columns, Math.ceilDiv(kind.heightPixels(), 8));
        byte[] cells = new byte[columns];
        BufferedImage image = decoded(kind.bytes(9), new ArrayList<>());
        for (int row : new int[] {0, 5, 12, 20}) {
            scene.row(row, cells);
            for (int column = 0; column < columns - 1; column++) {
                assertThat(distance(meanOfBlock(image, column, row), scene.rgb(cells[column])))
                        .as(column + "," + row)
                        .isLessThan(24);
            }
        }
    }

    @Test
    void picturesOfNeighbouringIdsLookDifferent() throws IOException {
        BufferedImage one = decoded(MediaKind.EVENT_THUMBNAIL.bytes(1), new ArrayList<>());
        BufferedImage other = decoded(MediaKind.EVENT_THUMBNAIL.bytes(2), new ArrayList<>());
        int different = 0;
        for (int row = 0; row < 24; row++) {
            for (int column = 0; column < 32; column++) {
                if (distance(meanOfBlock(one, column, row), meanOfBlock(other, column, row)) > 30) {
                    different++;
                }
            }
        }
        assertThat(different).isGreaterThan(32 * 24 / 10);
    }

    @Test
    void theTableOfTheDocumentPointsAtItsObjects() {
        String document = new String(MediaKind.EVENT_DOCUMENT.bytes(77), StandardCharsets.ISO_8859_1);
        assertThat(document).startsWith("%PDF-").endsWith("%%EOF\n").contains("(Event 0000000000000000077)");
        Matcher entry = Pattern.compile("(\\d{10}) 00000 n ").matcher(document);
        for (int number = 1; number <= 6; number++) {
            assertThat(entry.find()).isTrue();
            assertThat(document.substring(Integer.parseInt(entry.group(1)))).startsWith(number + " 0 obj");
        }
        Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(document);
        assertThat(start.find()).isTrue();
        assertThat(document.substring(Integer.parseInt(start.group(1)))).startsWith("xref\n");
        Matcher text = Pattern.compile("/Length (\\d+) >>\nstream\n").matcher(document);
        assertThat(text.find()).isTrue();
        assertThat(document.substring(text.end() + Integer.parseInt(text.group(1))))
                .startsWith("endstream");
        assertThat(text.find()).isTrue();
        assertThat(document.substring(text.end() + Integer.parseInt(text.group(1))))
                .startsWith("\nendstream");
    }

    @Test
    void aPictureIsWrittenInPieces() throws IOException {
        Pieces pieces = new Pieces();
        MediaKind.PERSON_PICTURE.writeTo(pieces, 5);
        assertThat(pieces.largest).isLessThan(64 * 1024);
        assertThat(pieces.total).isEqualTo(MediaKind.PERSON_PICTURE.sizeBytes());
    }

    private static BufferedImage decoded(byte[] bytes, List<String> warnings) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("jpeg").next();
        IIOReadWarningListener listener = (source, warning) -> warnings.add(warning);
        reader.addIIOReadWarningListener(listener);
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            reader.setInput(in);
            return reader.read(0);
        } finally {
            reader.dispose();
        }
    }

    private static int meanOfBlock(BufferedImage image, int column, int row) {
        int red = 0;
        int green = 0;
        int blue = 0;
        for (int pixel = 0; pixel < 64; pixel++) {
            int rgb = image.getRGB(column * 8 + pixel % 8, row * 8 + pixel / 8);
            red += rgb >> 16 & 0xFF;
            green += rgb >> 8 & 0xFF;
            blue += rgb & 0xFF;
        }
        return (red / 64) << 16 | (green / 64) << 8 | (blue / 64);
    }

    private static int distance(int one, int other) {
        return Math.abs((one >> 16 & 0xFF) - (other >> 16 & 0xFF))
                + Math.abs((one >> 8 & 0xFF) - (other >> 8 & 0xFF))
                + Math.abs((one & 0xFF) - (other & 0xFF));
    }

    private static final class Pieces extends OutputStream {
        private long total;
        private int largest;

        @Override
        public void write(int value) {
            throw new UnsupportedOperationException("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            total += length;
            largest = Math.max(largest, length);
        }
    }
}
