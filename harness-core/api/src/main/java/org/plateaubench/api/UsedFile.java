// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A file that the parameters of a workload name, of at most 16 MiB, in the folder of the file that names it or below. The
 * harness copies it to the run directory and gives its text to every agent. Immutable.
 *
 * @param parameter place of the name among the parameters, for problems, such as {@code scenario.data.users.file}
 * @param name name as given; the key of {@link org.plateaubench.spi.WorkloadContext#files}
 * @param mayBeBinary whether it need not be text in UTF-8. If it is not, it has at most 12 MiB, and its text is encoded:
 *     {@link #bytes} returns the content
 */
public record UsedFile(String parameter, String name, boolean mayBeBinary) {
    /** Begins with a control character, which no text file has. */
    private static final String ENCODED = "\u0001base64,";

    /** Bytes that are not text, as text. */
    public static String encoded(byte[] bytes) {
        return ENCODED + Base64.getEncoder().encodeToString(bytes);
    }

    /** The content of a file whose text is given. */
    public static byte[] bytes(String text) {
        return text.startsWith(ENCODED)
                ? Base64.getDecoder().decode(text.substring(ENCODED.length()))
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
