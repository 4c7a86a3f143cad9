// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A part of a text file that may be written to meanwhile, without an incomplete last character. */
public record FilePart(String text, long endBytes) {
    /** Reads a part of a file; a missing file is empty. */
    public static FilePart read(Path file, long fromBytes, int maxBytes) throws IOException {
        if (!Files.exists(file)) {
            return new FilePart("", 0);
        }
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.min(fromBytes, access.length());
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(access.length() - from, maxBytes));
            access.seek(from);
            access.readFully(bytes.array());
            CharBuffer text = CharBuffer.allocate(bytes.capacity());
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .decode(bytes, text, false);
            return new FilePart(text.flip().toString(), from + bytes.position());
        }
    }

    /** Reads the end of a file, without the rest of a line that begins before it. */
    public static FilePart last(Path file, int maxBytes) throws IOException {
        long from = Files.exists(file) ? Math.max(0, Files.size(file) - maxBytes) : 0;
        FilePart end = read(file, from, maxBytes);
        return from == 0 ? end : new FilePart(end.text.substring(end.text.indexOf('\n') + 1), end.endBytes);
    }

    /** Returns the last lines of the part. */
    public String lastLines(int maxLines) {
        List<String> all = text.lines().toList();
        return all.size() <= maxLines ? text : String.join("\n", all.subList(all.size() - maxLines, all.size())) + "\n";
    }
}
