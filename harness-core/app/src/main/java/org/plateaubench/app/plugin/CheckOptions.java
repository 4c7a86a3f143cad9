// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The options of the check of a plugin.
 *
 * @param archive zip file that contains a folder named by the plugin's id with its jars, or that folder
 * @param service SUT service for the workloads; empty for the first one of the plugin that each accepts
 * @param allowUndriven whether a plugin follows the rules although not one of its workloads could be driven
 */
public record CheckOptions(
        Path archive,
        Optional<String> service,
        Map<String, String> parameters,
        Map<String, String> serviceParameters,
        long operations,
        Duration longestRun,
        boolean allowUndriven) {
    public static final long OPERATIONS = 100_000;
    public static final Duration MAX_RUN_TIME = Duration.ofMinutes(1);
}
