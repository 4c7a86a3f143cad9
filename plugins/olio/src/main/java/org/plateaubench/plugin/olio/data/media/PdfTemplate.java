// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A PDF file (ISO 32000-1) of given size: one page with the id and a picture. All that depends on the id has a fixed
 * length, so that the table of offsets at the end is the same for all.
 */
final class PdfTemplate {
    private static final String TITLE = "Event %019d";
    private static final int PALETTE_BYTES = Scene.COLOURS * 6;

    private final int widthPixels;
    private final int heightPixels;
    private final String start;
    private final byte[] end;

    /** The size must leave some 3 kB beside the picture, which takes one byte for each pixel. */
    PdfTemplate(int sizeBytes, int widthPixels, int heightPixels) {
        this.widthPixels = widthPixels;
        this.heightPixels = heightPixels;
        this.start = start();
        int fixedBytes = filled(new EventScene(0), 0).length + widthPixels * heightPixels;
        this.end = end(fixedBytes, sizeBytes);
    }

    /** The scene is used up. */
    void write(OutputStream out, long id, Scene scene) throws IOException {
        out.write(filled(scene, id));
        scene.layOut(widthPixels, heightPixels);
        byte[] row = new byte[widthPixels];
        for (int y = 0; y < heightPixels; y++) {
            scene.row(y, row);
            out.write(row);
        }
        out.write(end);
    }

    private byte[] filled(Scene scene, long id) {
        StringBuilder palette = new StringBuilder(PALETTE_BYTES);
        for (int colour = 0; colour < Scene.COLOURS; colour++) {
            palette.append(HexFormat.of().toHexDigits(scene.rgb(colour), 6));
        }
        String title = String.format(Locale.ROOT, TITLE, id & Long.MAX_VALUE);
        return start.replace("@PALETTE", palette).replace("@TITLE", title).getBytes(StandardCharsets.US_ASCII);
    }

    private String start() {
        String text = "BT /F1 24 Tf 72 740 Td (@TITLE) Tj 0 -28 Td /F1 12 Tf"
                + " (Everything about this evening, in print.) Tj ET\n"
                + "q 450 0 0 338 72 340 cm /Im1 Do Q\n";
        int textBytes = text.length()
                - "@TITLE".length()
                + String.format(Locale.ROOT, TITLE, 0).length();
        return "%PDF-1.4\n"
                + "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
                + "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
                + "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
                + " /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>\nendobj\n"
                + "4 0 obj\n<< /Length " + textBytes + " >>\nstream\n" + text + "endstream\nendobj\n"
                + "5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n"
                + "6 0 obj\n<< /Type /XObject /Subtype /Image /Width " + widthPixels + " /Height " + heightPixels
                + " /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB " + (Scene.COLOURS - 1) + " <@PALETTE>]"
                + " /Length " + widthPixels * heightPixels + " >>\nstream\n";
    }

    private byte[] end(int fixedBytes, int sizeBytes) {
        String afterPicture = "\nendstream\nendobj\n";
        String head = new String(filled(new EventScene(0), 0), StandardCharsets.US_ASCII);
        List<Integer> offsets = new ArrayList<>();
        for (int number = 1; number <= 6; number++) {
            offsets.add(head.indexOf("\n" + number + " 0 obj") + 1);
        }
        StringBuilder table = new StringBuilder("xref\n0 7\n0000000000 65535 f \n");
        for (int offset : offsets) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", offset));
        }
        table.append("trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n@START\n%%EOF\n");
        int startWidth = 6;
        int tableBytes = table.length() - "@START".length() + startWidth;
        int paddingBytes = sizeBytes - fixedBytes - afterPicture.length() - tableBytes;
        int tableStart = sizeBytes - tableBytes;
        String ending = table.toString().replace("@START", String.format(Locale.ROOT, "%06d", tableStart));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(afterPicture.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(("%" + " ".repeat(paddingBytes - 2) + "\n").getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(ending.getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }
}
