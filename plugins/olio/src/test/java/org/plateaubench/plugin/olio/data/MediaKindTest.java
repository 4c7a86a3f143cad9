// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class MediaKindTest {

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void filesHaveDocumentedSize(MediaKind kind) {
        for (long id : new long[] {0, 1, 7, 150_000, Integer.MAX_VALUE, Long.MAX_VALUE, -5}) {
            assertThat(kind.bytes(id)).as("id " + id).hasSize(kind.sizeBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void bytesDependOnIdOnly(MediaKind kind) {
        byte[] first = kind.bytes(41);
        assertThat(kind.bytes(41)).isEqualTo(first);
        assertThat(kind.bytes(42)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void filesAreNotCompressible(MediaKind kind) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(compressed)) {
            out.write(kind.bytes(3));
        }
        assertThat(compressed.size()).isGreaterThan(kind.sizeBytes() * 4 / 5);
    }

    @ParameterizedTest
    @CsvSource({
        "EVENT_PICTURE,1690,1268",
        "EVENT_THUMBNAIL,256,192",
        "PERSON_PICTURE,1050,1124",
        "PERSON_THUMBNAIL,216,232"
    })
    void picturesAreDecodedWithoutWarnings(MediaKind kind, int width, int height) throws IOException {
        for (long id = 1; id <= 3; id++) {
            List<String> warnings = new ArrayList<>();
            BufferedImage image = decoded(kind.bytes(id), warnings);
            assertThat(warnings).isEmpty();
            assertThat(image.getWidth()).isEqualTo(width);
            assertThat(image.getHeight()).isEqualTo(height);
        }
    }

    @Test
    void pdfCrossReferencesPointAtObjects() {
        String document = new String(MediaKind.EVENT_DOCUMENT.bytes(77), StandardCharsets.ISO_8859_1);
        assertThat(document).startsWith("%PDF-1.").endsWith("%%EOF\n");
        Matcher start = Pattern.compile("\nstartxref\n(\\d+)\n%%EOF\n$").matcher(document);
        assertThat(start.find()).isTrue();
        String table = document.substring(Integer.parseInt(start.group(1)));
        assertThat(table).startsWith("xref\n0 6\n");
        Matcher entry = Pattern.compile("(\\d{10}) 00000 n \n").matcher(table);
        for (int number = 1; number <= 5; number++) {
            assertThat(entry.find()).isTrue();
            assertThat(document.substring(Integer.parseInt(entry.group(1)))).startsWith(number + " 0 obj\n");
        }
        assertThat(table.substring(entry.end())).startsWith("trailer\n<< /Size 6 /Root 1 0 R >>\n%");
        // The filling is one comment in a line of its own.
        assertThat(table.substring(table.indexOf('%'), start.start() - Integer.parseInt(start.group(1))))
                .hasSizeGreaterThan(120_000)
                .doesNotContain("\n", "\r");
        Matcher text = Pattern.compile("/Length (\\d+) >>\nstream\n").matcher(document);
        assertThat(text.find()).isTrue();
        assertThat(document.substring(text.end() + Integer.parseInt(text.group(1))))
                .startsWith("endstream");
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

    @ParameterizedTest
    @EnumSource(MediaKind.class)
    void pathIdentifiesKindAndId(MediaKind kind) {
        String path = kind.path(4711);
        for (MediaKind other : MediaKind.values()) {
            assertThat(other.idIn(path, 0)).isEqualTo(other == kind ? 4711 : 0);
            assertThat(other.idIn("/olio" + path, 5)).isEqualTo(other == kind ? 4711 : 0);
        }
        assertThat(kind.idIn(kind.path(999_999_999), 0)).isEqualTo(999_999_999);
        for (String number : new String[] {"", "0", "07", "-7", "7a", "1234567890", "7/8"}) {
            assertThat(kind.idIn(path.replace("4711", number), 0)).as(number).isZero();
        }
        assertThat(kind.idIn(path + "x", 0)).isZero();
        assertThat(kind.idIn(path, 1)).isZero();
    }
}
