// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * A baseline JPEG file (ITU-T T.81) of given size and dimensions, whose blocks can be put together from prepared ones: there is a restart
 * marker after each block of 8 by 8 pixels, so none depends on the one before it, and all have the same length. What
 * remains to the size wanted is a comment.
 */
final class JpegTemplate {
    private static final int BLOCK_PIXELS = 8;
    private static final int MARKER_BYTES = 2;
    private static final int COMMENT_BYTES_AT_LEAST = 4;
    private static final int ROWS_PER_WRITE = 4;

    /** Each colour of the palette is prepared with this many different grains. */
    private static final int GRAINS = 4;

    private static final byte[] END = {(byte) 0xFF, (byte) 0xD9};

    private final int columns;
    private final int rows;
    private final BlockEncoder encoder;
    private final byte[] head;

    /**
     * @param sizeBytes of the whole file; at least some 6 bytes for each block
     */
    JpegTemplate(int sizeBytes, int widthPixels, int heightPixels) {
        columns = Math.ceilDiv(widthPixels, BLOCK_PIXELS);
        rows = Math.ceilDiv(heightPixels, BLOCK_PIXELS);
        int blocks = columns * rows;
        int fixed = head(widthPixels, heightPixels, 0).length + END.length - MARKER_BYTES;
        int blockBytes = (sizeBytes - fixed - COMMENT_BYTES_AT_LEAST) / blocks - MARKER_BYTES;
        encoder = new BlockEncoder(blockBytes);
        head = head(widthPixels, heightPixels, sizeBytes - fixed - blocks * (blockBytes + MARKER_BYTES));
    }

    /** The scene is used up. */
    void write(OutputStream out, Scene scene) throws IOException {
        scene.layOut(columns, rows);
        byte[] blocks = prepared(scene);
        int blockBytes = encoder.blockBytes();
        byte[] cells = new byte[columns];
        byte[] piece = new byte[ROWS_PER_WRITE * columns * (blockBytes + MARKER_BYTES)];
        int used = 0;
        int number = 0;
        out.write(head);
        for (int y = 0; y < rows; y++) {
            scene.row(y, cells);
            for (int x = 0; x < columns; x++) {
                int grain = (x * 7 + y * 5) % GRAINS;
                System.arraycopy(blocks, (cells[x] * GRAINS + grain) * blockBytes, piece, used, blockBytes);
                used += blockBytes;
                piece[used++] = (byte) 0xFF;
                piece[used++] = (byte) (0xD0 + (number++ & 7));
            }
            if ((y + 1) % ROWS_PER_WRITE == 0 && y + 1 < rows) {
                out.write(piece, 0, used);
                used = 0;
            }
        }
        // No restart marker after the last block.
        out.write(piece, 0, used - MARKER_BYTES);
        out.write(END);
    }

    private byte[] prepared(Scene scene) {
        byte[] blocks = new byte[Scene.COLOURS * GRAINS * encoder.blockBytes()];
        for (int block = 0; block < Scene.COLOURS * GRAINS; block++) {
            encoder.encode(scene.rgb(block / GRAINS), block % GRAINS, blocks, block * encoder.blockBytes());
        }
        return blocks;
    }

    private static byte[] head(int widthPixels, int heightPixels, int commentBytes) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        put(head, 0xFF, 0xD8);
        // JFIF 1.1, density 1:1
        put(head, 0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0);
        if (commentBytes > 0) {
            int length = commentBytes - MARKER_BYTES;
            put(head, 0xFF, 0xFE, length >> 8, length & 0xFF);
            byte[] comment = new byte[length - 2];
            Arrays.fill(comment, (byte) ' ');
            head.writeBytes(comment);
        }
        put(head, 0xFF, 0xDB, 0, 67, 0);
        put(head, BlockEncoder.quantisation());
        put(head, 0xFF, 0xC0, 0, 17, 8);
        put(head, heightPixels >> 8, heightPixels & 0xFF, widthPixels >> 8, widthPixels & 0xFF);
        put(head, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0);
        put(head, 0xFF, 0xC4, 0, 19 + BlockEncoder.DC_SYMBOLS.length, 0x00);
        put(head, BlockEncoder.codeCounts(BlockEncoder.DC_SYMBOLS.length));
        put(head, BlockEncoder.DC_SYMBOLS);
        put(head, 0xFF, 0xC4, 0, 19 + BlockEncoder.AC_SYMBOLS.length, 0x10);
        put(head, BlockEncoder.codeCounts(BlockEncoder.AC_SYMBOLS.length));
        put(head, BlockEncoder.AC_SYMBOLS);
        put(head, 0xFF, 0xDD, 0, 4, 0, 1);
        put(head, 0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0);
        return head.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, int... bytes) {
        for (int value : bytes) {
            out.write(value);
        }
    }
}
