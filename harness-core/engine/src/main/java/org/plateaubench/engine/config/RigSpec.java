// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a run as given.
 *
 * @param count how many processes of the controller's host, 1 to 64; null when it is not valid
 */
public record RigSpec(@Nullable Integer count) {
    private static final String LOCAL = "local";
    private static final Pattern LOCAL_NAME = Pattern.compile(LOCAL + "(-\\d+)?");

    /** The names of so many agents on the controller's host. */
    public static List<String> local(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> LOCAL + "-" + i).toList();
    }

    /** Whether an agent of this name runs on the controller's host, and reads its clock. */
    public static boolean isLocal(String agent) {
        return LOCAL_NAME.matcher(agent).matches();
    }
}
