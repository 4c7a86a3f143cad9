// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** The pages of all servers. */
final class Pages {
    /** Bytes of {@code /small.txt}. */
    static final int SMALL_BYTES = 1000;

    /** Bytes of {@code /large.txt}. */
    static final int LARGE_BYTES = 300_000;

    /** The number of exchanges that nginx allows on a connection of {@link ServerProcess#hasty}. */
    static final int HASTY_EXCHANGES = 3;

    private Pages() {}

    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("small.txt"), small());
        Files.write(folder.resolve("large.txt"), large());
    }

    static byte[] small() {
        return text(SMALL_BYTES);
    }

    static byte[] large() {
        return text(LARGE_BYTES);
    }

    private static byte[] text(int length) {
        StringBuilder text = new StringBuilder(length);
        new Random(7).ints(length, 'a', 'z' + 1).forEach(c -> text.append((char) c));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
