// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.web.http.Problem;

/** Answers with a file or a part of it (RFC 9110, one range), at its length on opening. */
final class FileAnswer {
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,18})-([0-9]{0,18})");

    private FileAnswer() {}

    /** Sends the answer; closes the file. */
    static void of(Context context, FileChannel file, String contentType) throws IOException {
        boolean answered = false;
        try {
            long size = file.size();
            long from = 0;
            long end = size;
            context.header("Accept-Ranges", "bytes");
            Matcher range = RANGE.matcher(String.valueOf(context.header("Range")));
            if (range.matches() && !(range.group(1).isEmpty() && range.group(2).isEmpty())) {
                from = from(range, size);
                end = end(range, size);
                if (from >= end) {
                    context.header("Content-Range", "bytes */" + size);
                    throw new Problem(416, "The file has " + size + " bytes.");
                }
                context.status(206).header("Content-Range", "bytes " + from + "-" + (end - 1) + "/" + size);
            }
            context.contentType(contentType);
            // A compressed answer has another length than the file.
            context.disableCompression();
            context.res().setContentLengthLong(end - from);
            context.result(new Part(Channels.newInputStream(file.position(from)), end - from));
            answered = true;
        } finally {
            if (!answered) {
                file.close();
            }
        }
    }

    private static long from(Matcher range, long size) {
        return range.group(1).isEmpty()
                ? Math.max(0, size - Long.parseLong(range.group(2)))
                : Long.parseLong(range.group(1));
    }

    private static long end(Matcher range, long size) {
        boolean open = range.group(1).isEmpty() || range.group(2).isEmpty();
        return open ? size : Math.min(size, Long.parseLong(range.group(2)) + 1);
    }

    /** Ends a stream at the promised length, though the file may have grown. */
    static final class Part extends FilterInputStream {
        private long left;

        Part(InputStream in, long sizeBytes) {
            super(in);
            left = sizeBytes;
        }

        @Override
        public int read() throws IOException {
            if (left <= 0) {
                return -1;
            }
            int read = super.read();
            left -= read < 0 ? left : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int read = super.read(bytes, offset, (int) Math.min(length, left));
            left -= read < 0 ? left : read;
            return read;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(super.available(), left);
        }
    }
}
