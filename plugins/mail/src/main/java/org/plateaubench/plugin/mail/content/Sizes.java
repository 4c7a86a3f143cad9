// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.plateaubench.api.Draws;

/** The sizes of messages. Immutable. */
public enum Sizes {
    /** Mean 51.5 KB, up to 5 MB, like the 50 KB of published Exchange 2007 transport tests. */
    MODERN(List.of(
            new Row(4, 45, Attachment.NONE),
            new Row(10, 25, Attachment.NONE),
            new Row(30, 14, Attachment.ANY),
            new Row(100, 10, Attachment.ANY),
            new Row(300, 4.5, Attachment.ANY),
            new Row(1024, 1.4, Attachment.ANY),
            new Row(5 * 1024, 0.1, Attachment.ANY))),

    /** The weights of the MAPI messaging benchmark (MMB), which sum to 96; mean 3.9 KB. */
    CLASSIC(List.of(
            new Row(1, 60, Attachment.NONE),
            new Row(2, 16, Attachment.NONE),
            new Row(4, 4, Attachment.NONE),
            new Row(10, 6, Attachment.TEXT),
            new Row(15, 4, Attachment.SPREADSHEET),
            new Row(16, 4, Attachment.DOCUMENT),
            new Row(43, 2, Attachment.PICTURE)));

    private static final int KIB = 1024;

    // An unmodifiable list of records.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Row> rows;

    private final double weights;

    Sizes(List<Row> rows) {
        this.rows = rows;
        this.weights = rows.stream().mapToDouble(Row::weight).sum();
    }

    public enum Attachment {
        /** No attachment: the text is everything. */
        NONE("", ""),
        /** Random bytes with a probability of 70 %, else text. */
        ANY("application/octet-stream", "bin"),
        TEXT("", ""),
        /** Random bytes with the type of a spreadsheet. */
        SPREADSHEET("application/vnd.ms-excel", "xls"),
        /** Random bytes with the type of a document. */
        DOCUMENT("application/msword", "doc"),
        /** Random bytes with the type of a picture. */
        PICTURE("image/bmp", "bmp");

        private final String type;
        private final String extension;

        Attachment(String type, String extension) {
            this.type = type;
            this.extension = extension;
        }

        String type() {
            return type;
        }

        String extension() {
            return extension;
        }
    }

    /** A size of a whole message, headers included, with its weight relative to the other rows. */
    public record Row(int kibibytes, double weight, Attachment attachment) {
        public int sizeBytes() {
            return kibibytes * KIB;
        }
    }

    public List<Row> rows() {
        return rows;
    }

    public double share(Row row) {
        return row.weight() / weights;
    }

    public double meanBytes() {
        return rows.stream().mapToDouble(row -> row.sizeBytes() * share(row)).sum();
    }

    public Row draw(Draws draws) {
        double point = draws.uniform(Purpose.SIZE, 0) * weights;
        for (Row row : rows) {
            point -= row.weight();
            if (point < 0) {
                return row;
            }
        }
        return rows.getLast();
    }
}
