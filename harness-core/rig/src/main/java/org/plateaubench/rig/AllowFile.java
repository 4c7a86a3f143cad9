// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.loader.isolation.ShownText;

/**
 * The jars and parameter values that the administrator of an agent allows controllers to use there.
 *
 * @param digests SHA-256 of jars, 64 hexadecimal digits each
 * @param values values of parameters that name programs, folders, files or settings of the host
 */
public record AllowFile(Set<String> digests, Set<Value> values) {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern REFERENCE = Pattern.compile("[a-z][A-Za-z0-9-]*/[a-z][A-Za-z0-9-]*");
    private static final int VALUE_WORDS = 3;

    public AllowFile {
        digests = Set.copyOf(digests);
        values = Set.copyOf(values);
    }

    /**
     * A value of a parameter.
     *
     * @param workload {@code plugin/workload}
     * @param parameter its name; for one setting of a mapping {@code parameter.setting}
     * @param value the value; for a list one element
     */
    public record Value(String workload, String parameter, String value) {}

    /**
     * Reads the file. A line begins with a digest, after which the rest is ignored, so that the output of
     * {@code sha256sum} is a valid file; or it has the form {@code plugin/workload parameter value}. Lines that begin
     * with {@code #} are comments.
     *
     * @throws IOException with file and line number when a line has neither form
     */
    public static AllowFile read(Path file) throws IOException {
        Set<String> digests = new HashSet<>();
        Set<Value> values = new HashSet<>();
        byte[] text = RigDocument.file(
                "The file of --allow",
                file,
                "sha256sum of the jars that may run makes one, and --allow any needs none");
        List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            String[] words = line.split("\\s+", VALUE_WORDS);
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (DIGEST.matcher(words[0]).matches()) {
                digests.add(words[0]);
            } else if (words.length == VALUE_WORDS
                    && REFERENCE.matcher(words[0]).matches()) {
                values.add(new Value(words[0], words[1], words[2]));
            } else {
                throw new IOException(file + ":" + (at + 1) + ": '" + ShownText.of(words[0])
                        + "' is not a SHA-256; a line has the 64 hexadecimal digits of a jar's digest first, or a"
                        + " workload such"
                        + " as faban/faban, a parameter and its value.");
            }
        }
        return new AllowFile(digests, values);
    }
}
