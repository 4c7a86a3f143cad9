// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import org.plateaubench.api.Draws;

/** The attachments of a message from draws: one file, above 200 KB one to three. One thread. */
final class Attachments {
    private static final double TEXT_SHARE = 0.3;
    private static final int SEVERAL_FROM_BYTES = 200 * 1024;
    private static final int MOST = 3;

    private final TextFiller filler;
    private final Vocabulary vocabulary;
    private final Draws draws;

    Attachments(TextFiller filler, Vocabulary vocabulary, Draws draws) {
        this.filler = filler;
        this.vocabulary = vocabulary;
        this.draws = draws;
    }

    /** Adds files that fill {@code availableBytes} up to less than a line each, or none if there is no space. */
    void add(MultipartBody body, SizeTable.Attachment kind, int availableBytes) {
        int count = availableBytes < SEVERAL_FROM_BYTES ? 1 : draws.between(Purpose.ATTACHMENT_COUNT, 0, 1, MOST);
        for (int i = 0; i < count; i++) {
            addOne(body, kind, i, availableBytes / count);
        }
    }

    private void addOne(MultipartBody body, SizeTable.Attachment kind, int index, int availableBytes) {
        boolean text = kind == SizeTable.Attachment.TEXT
                || (kind == SizeTable.Attachment.ANY && draws.chance(Purpose.ATTACHMENT_TEXT, index, TEXT_SHARE));
        String type = text ? "text/plain; charset=us-ascii" : type(kind);
        String encoding = text ? "7bit" : "base64";
        long seed = draws.bits(Purpose.ATTACHMENT, index);
        String fileName = vocabulary.word(vocabulary.rank(seed)) + "." + (text ? "txt" : ending(kind));
        int content = availableBytes - body.headerBytes(type, encoding, fileName);
        if (content >= Base64Filler.LINE) {
            body.add(
                    type,
                    encoding,
                    fileName,
                    text
                            ? new Content.Words(filler, content, seed)
                            : new Content.RandomBytes(content / Base64Filler.LINE, seed));
        }
    }

    private static String type(SizeTable.Attachment kind) {
        return switch (kind) {
            case SPREADSHEET -> "application/vnd.ms-excel";
            case DOCUMENT -> "application/msword";
            case PICTURE -> "image/bmp";
            case NONE, ANY, TEXT -> "application/octet-stream";
        };
    }

    private static String ending(SizeTable.Attachment kind) {
        return switch (kind) {
            case SPREADSHEET -> "xls";
            case DOCUMENT -> "doc";
            case PICTURE -> "bmp";
            case NONE, ANY, TEXT -> "bin";
        };
    }
}
