// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.loader.ShownText;

/** The file with the jars that the administrator of an agent allows controllers to use there. Stateless. */
public final class AllowedJars {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private AllowedJars() {}

    /**
     * Reads the SHA-256 of the jars, 64 hexadecimal digits each. A line begins with a digest, after which the rest is
     * ignored, so that the output of {@code sha256sum} is a valid file. Lines that begin with {@code #} are comments.
     *
     * @throws IOException with file and line number when a line begins with something else
     */
    public static Set<String> read(Path file) throws IOException {
        Set<String> digests = new HashSet<>();
        byte[] text = RigDocument.file(
                "The file of --allow",
                file,
                "sha256sum of the jars that may run makes one, and --allow any needs none");
        List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            String digest = line.split("\\s+", 2)[0];
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (!DIGEST.matcher(digest).matches()) {
                throw new IOException(file + ":" + (at + 1) + ": '" + ShownText.of(digest)
                        + "' is not a SHA-256; a line has the 64 hexadecimal digits of a jar's digest first.");
            }
            digests.add(digest);
        }
        return digests;
    }
}
