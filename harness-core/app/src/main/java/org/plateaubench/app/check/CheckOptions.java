// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.testkit.ForeignData;

/**
 * How a plugin is checked.
 *
 * @param archive zip file that holds a folder of the plugin's id with its jars, or that folder
 * @param service SUT service for the workloads; empty for the first one of the plugin
 * @param parameters parameters of the workloads that differ from their defaults
 * @param serviceParameters parameters of the SUT that differ from their defaults
 * @param operations operations of each long run, in which leaks show
 * @param longestRun bound of such a run
 * @param pages pages of documentation, or folders of them, beside those in the archive
 * @param foreign data in the SUT that is not the plugin's
 */
public record CheckOptions(
        Path archive,
        Optional<String> service,
        Map<String, String> parameters,
        Map<String, String> serviceParameters,
        long operations,
        Duration longestRun,
        List<Path> pages,
        Optional<ForeignData> foreign) {

    /** Operations of a long run by default. */
    public static final long OPERATIONS = 100_000;
    /** The bound of a long run unless another is wanted. */
    public static final Duration LONGEST_RUN = Duration.ofMinutes(1);

    public CheckOptions {
        parameters = Map.copyOf(parameters);
        serviceParameters = Map.copyOf(serviceParameters);
        pages = List.copyOf(pages);
    }
}
